//! Putting two changes of one item together, field by field: what a person did not change keeps what was written meanwhile.
//! Knows neither which item it is nor who is right about the whole.

/// What became of the fields of an item that two sides may have changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    /// How many the person changed.
    pub(crate) changed: usize,
    /// How many hold what was written meanwhile.
    pub(crate) kept: usize,
    /// How many both changed, so that the person's word replaces what was written meanwhile.
    pub(crate) overruled: usize,
}

impl Fields {
    /// Decides one field: `base` is what the person had before them, `mine` what they made of it, `theirs` what was written
    /// meanwhile.
    pub(super) fn put<T: PartialEq + Clone>(&mut self, base: &T, mine: &mut T, theirs: &T) {
        let changed = mine != base;
        self.changed += usize::from(changed);
        if mine == theirs {
            return;
        }
        if changed {
            self.overruled += usize::from(theirs != base);
        } else {
            mine.clone_from(theirs);
            self.kept += 1;
        }
    }

    /// Decides a field that says nothing where it is left out: what the person had before them counts for it then.
    pub(super) fn put_said<T: PartialEq + Clone>(
        &mut self,
        base: Option<&T>,
        mine: &mut Option<T>,
        theirs: Option<&T>,
    ) {
        let (base, theirs) = (base.cloned(), theirs.cloned());
        if mine.is_none() {
            mine.clone_from(&base);
        }
        self.put(&base, mine, &theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn each_field_takes_the_side_that_changed_it_and_the_person_where_both_did() {
        // What the person had, what they made of it, what was written meanwhile; what counts, and how it is told.
        for (base, mine, theirs, counts, told) in [
            (1, 1, 1, 1, (0, 0, 0)),
            (1, 1, 2, 2, (0, 1, 0)),
            (1, 3, 1, 3, (1, 0, 0)),
            (1, 3, 2, 3, (1, 0, 1)),
            (1, 2, 2, 2, (1, 0, 0)),
        ] {
            let (mut fields, mut value) = (Fields::default(), mine);
            fields.put(&base, &mut value, &theirs);
            assert_eq!((value, (fields.changed, fields.kept, fields.overruled)), (counts, told));
        }
        let (mut fields, mut value) = (Fields::default(), None);
        fields.put_said(Some(&1), &mut value, Some(&2));
        assert_eq!((value, fields.changed), (Some(2), 0));
    }
}
