//! A double-array trie over byte strings: one `u64` a node, a child found by one jump.
//! It only builds; the reader lives in the crate and must agree with the layout written here.
//!
//! Unit: bits 0..8 the label that leads here (`0xFF`, never a byte of UTF-8, marks an empty place),
//! bits 8..32 the base of the children (0 = none), bits 32..64 the value + 1 (0 = none). The child of a
//! node by byte `b` stands at `base ^ b`. Unit 0 is the root; the rest of the first 256 places stays empty,
//! so that a node without children leads nowhere. No two nodes share a base, so the label alone is proof.
//! Nodes are placed depth first, so that the bytes of one piece lie close together (5 to 8 % faster).

use std::collections::VecDeque;

const EMPTY: u64 = 0xFF;
const BLOCK: usize = 256;
/// Free places that stay on the list when a block is added; older ones are given up.
const KEPT_FREE: usize = 1_024;

/// Returns the units of a trie that maps each key to its position in `keys`.
pub(crate) fn build(keys: &[&[u8]]) -> Vec<u64> {
    let mut sorted: Vec<(&[u8], usize)> = keys.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0].0 != pair[1].0), "a piece stands twice in the model");
    assert!(
        sorted.iter().all(|(key, _)| !key.is_empty() && !key.contains(&0)),
        "a piece is empty or has NUL"
    );
    let mut trie = Trie { units: vec![EMPTY; BLOCK], free: VecDeque::new(), base_taken: vec![true; BLOCK] };
    let mut stack = vec![Node { unit: 0, depth: 0, from: 0, to: sorted.len() }];
    while let Some(node) = stack.pop() {
        trie.place_children(&sorted, &node, &mut stack);
    }
    trie.units
}

/// A node whose children are still to be placed: the keys `from..to` share its first `depth` bytes.
struct Node {
    unit: usize,
    depth: usize,
    from: usize,
    to: usize,
}

struct Trie {
    units: Vec<u64>,
    free: VecDeque<usize>,
    base_taken: Vec<bool>,
}

impl Trie {
    fn place_children(&mut self, keys: &[(&[u8], usize)], node: &Node, stack: &mut Vec<Node>) {
        let mut from = node.from;
        if keys[from].0.len() == node.depth {
            self.units[node.unit] |= (keys[from].1 as u64 + 1) << 32;
            from += 1;
        }
        let mut children: Vec<(u8, usize, usize)> = Vec::new();
        for (at, (key, _)) in keys.iter().enumerate().take(node.to).skip(from) {
            match children.last_mut() {
                Some((label, _, to)) if *label == key[node.depth] => *to = at + 1,
                _ => children.push((key[node.depth], at, at + 1)),
            }
        }
        if children.is_empty() {
            return;
        }
        let base = self.find_base(&children);
        assert!(base < 1 << 24, "the trie outgrew its 24-bit bases");
        self.base_taken[base] = true;
        self.units[node.unit] |= (base as u64) << 8;
        for (label, from, to) in children {
            let unit = base ^ usize::from(label);
            self.units[unit] = u64::from(label);
            stack.push(Node { unit, depth: node.depth + 1, from, to });
        }
    }

    fn find_base(&mut self, children: &[(u8, usize, usize)]) -> usize {
        let first = usize::from(children[0].0);
        let free = self.free.iter().filter(|&&place| self.units[place] == EMPTY);
        let found = free.map(|place| place ^ first).find(|&base| {
            let is_free = |label: u8| self.units[base ^ usize::from(label)] == EMPTY;
            !self.base_taken[base] && children.iter().all(|(label, _, _)| is_free(*label))
        });
        found.unwrap_or_else(|| {
            let start = self.units.len();
            self.units.resize(start + BLOCK, EMPTY);
            self.base_taken.resize(start + BLOCK, false);
            self.free.retain(|&place| self.units[place] == EMPTY);
            self.free.extend(start..start + BLOCK);
            self.free.drain(..self.free.len().saturating_sub(KEPT_FREE));
            start
        })
    }
}
