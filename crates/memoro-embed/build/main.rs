//! Turns the piece list of the embedded model into a double-array trie at build time, so that a process
//! can look pieces up without building an index first. It reads the model file and never changes it.
#![expect(clippy::print_stdout, reason = "cargo reads a build script's instructions from stdout")]

mod double_array;

use std::path::Path;
use std::{env, fs};

const MODEL: &str = "model/model.bin";

fn main() {
    println!("cargo::rerun-if-changed={MODEL}");
    println!("cargo::rerun-if-changed=build");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = fs::read(MODEL).expect("the model file is part of the crate");
    let trie = double_array::build(&pieces(&file));
    let bytes: Vec<u8> = trie.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    fs::write(Path::new(&out).join("pieces.trie"), bytes).expect("OUT_DIR is writable");
}

/// Returns the pieces in order of their ids, after checking the header against the length of the file.
fn pieces(file: &[u8]) -> Vec<&[u8]> {
    assert_eq!(file.get(..8), Some(b"STEMB001".as_slice()), "{MODEL} is not an embedding table");
    let [rows, dims, bits, charsmap, strings] = [8, 12, 16, 20, 24].map(|at| u32_at(file, at));
    assert_eq!((dims, bits), (256, 4), "{MODEL} must have 256 dimensions of 4 bits");
    let expected = 32 + charsmap + rows * 2 + strings + rows * 8 + rows * dims / 2;
    assert_eq!(file.len(), expected, "{MODEL} is cut off or too long");
    let lengths = file[32 + charsmap..].chunks_exact(2).take(rows);
    let mut rest = &file[32 + charsmap + rows * 2..];
    let mut pieces = Vec::with_capacity(rows);
    for length in lengths {
        let (piece, tail) = rest.split_at(usize::from(u16::from_le_bytes([length[0], length[1]])));
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

fn u32_at(file: &[u8], at: usize) -> usize {
    let bytes = file[at..at + 4].try_into().expect("four bytes were taken");
    u32::from_le_bytes(bytes).try_into().expect("a u32 fits into usize")
}
