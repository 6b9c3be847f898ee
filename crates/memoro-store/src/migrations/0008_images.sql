-- The hash of what an audit line wrote: the whole row, and the past that an import brought. The chain covers it.
ALTER TABLE events ADD COLUMN image BLOB;
