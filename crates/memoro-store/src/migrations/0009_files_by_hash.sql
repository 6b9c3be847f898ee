-- Only files move: the hashes of memories come in no order, and keeping them sorted cost every write a page of its own.
DROP INDEX documents_by_hash;
CREATE INDEX documents_by_hash ON documents (content_hash) WHERE content_hash IS NOT NULL AND source <> 'memory';
