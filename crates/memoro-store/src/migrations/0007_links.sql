-- What is linked to what: memories by their ids, files as `path:<file>`.
CREATE TABLE links (
  source TEXT NOT NULL,
  kind   TEXT NOT NULL,
  target TEXT NOT NULL,
  note   TEXT NOT NULL,
  actor  TEXT NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (source, kind, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_target ON links (target, kind);
CREATE INDEX links_kind ON links (kind, at);
CREATE INDEX events_links ON events (seq) WHERE scope = 'link';

-- How often something was done in an hour, without any of its words.
CREATE TABLE tallies (
  what TEXT NOT NULL,
  hour INTEGER NOT NULL,
  n    INTEGER NOT NULL,
  PRIMARY KEY (what, hour)
) STRICT, WITHOUT ROWID;
