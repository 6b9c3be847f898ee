-- Counts the changes of what every write depends on: the admin's rules, what was forgotten, the model of the index.
-- A write that was planned on another count is planned again, whichever process made the change.
CREATE TABLE facts (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO facts VALUES (1, abs(random() / 4));

CREATE TRIGGER facts_of_rules_made AFTER INSERT ON meta WHEN new.name = 'named.policy'
BEGIN UPDATE facts SET version = version + 1; END;
CREATE TRIGGER facts_of_rules_changed AFTER UPDATE ON meta WHEN new.name = 'named.policy'
BEGIN UPDATE facts SET version = version + 1; END;
CREATE TRIGGER facts_of_rules_gone AFTER DELETE ON meta WHEN old.name = 'named.policy'
BEGIN UPDATE facts SET version = version + 1; END;
CREATE TRIGGER facts_of_tombstones_made AFTER INSERT ON tombstones
BEGIN UPDATE facts SET version = version + 1; END;
CREATE TRIGGER facts_of_tombstones_gone AFTER DELETE ON tombstones
BEGIN UPDATE facts SET version = version + 1; END;
CREATE TRIGGER facts_of_model AFTER UPDATE OF model ON index_state WHEN new.model IS NOT old.model
BEGIN UPDATE facts SET version = version + 1; END;
