// Makes src/pack/o200k.filter: a Bloom filter of the pieces of o200k_base that are written in Latin, Thai or Han
// letters, so that token counts can be estimated without carrying the vocabulary.
// Run: npm install gpt-tokenizer && node o200k_filter.mjs ../src/pack/o200k.filter
import { decode } from 'gpt-tokenizer/encoding/o200k_base';
import fs from 'fs';

const BITS_PER_PIECE = 20;
const PROBES = 13;
const MASK = (1n << 64n) - 1n;

function hash(text) {
  let h = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) h = ((h ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  h ^= h >> 32n;
  h = (h * 0x9e3779b97f4a7c15n) & MASK;
  return h ^ (h >> 29n);
}

const pieces = [];
for (let id = 0; id < 199998; id += 1) {
  const text = decode([id]);
  if (text.includes('\ufffd')) continue;
  const thai = /^ ?[\u0E00-\u0E7F]+$/.test(text);
  const han = /^ ?[\u3400-\u9FFF]+$/.test(text);
  const latin = /^ ?[A-Za-z]+$/.test(text) && (id < 70000 || text.trim().length <= 3);
  const length = [...text.trim()].length;
  if ((thai && length <= 8) || (han && length <= 3) || (latin && length <= 14)) pieces.push(text);
}
const bits = Math.ceil((pieces.length * BITS_PER_PIECE) / 8) * 8;
const filter = new Uint8Array(bits / 8);
for (const piece of pieces) {
  const h = hash(piece);
  const step = (h >> 32n) | 1n;
  for (let i = 0n; i < BigInt(PROBES); i += 1n) {
    const at = Number((((h & 0xffffffffn) + i * step) & MASK) % BigInt(bits));
    filter[at >> 3] |= 1 << (at & 7);
  }
}
fs.writeFileSync(process.argv[2], filter);
console.log(pieces.length, 'pieces,', filter.length, 'bytes');
