//! Reads a transcript from where the last reading stopped. Holds one line, or one conversation, in memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use super::database::{Rows, is_machine};
use super::detect::{self, Shape, Stray};
use super::frames::{Frame, Lines, State};
use super::json::mend;
use super::noise::{clean, is_machine_key, marks_machine_session};
use super::position::{Mark, Position, marks};
use super::record::{Record, Said};
use super::values::Values;
use super::{
    Format, Options, Sidechains, TranscriptError, Turn, chatgpt, claude_code, codex, generic, openclaw,
};

/// How a reading began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resumed {
    /// At the beginning of a file that was not known.
    Fresh,
    /// Where the last reading stopped.
    Continued,
    /// At the beginning again, because the file is not the one that was read; its earlier turns are void.
    Rewritten,
}

/// What a reading did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How far the transcript is read now.
    pub position: Position,
    /// How the reading began.
    pub resumed: Resumed,
    /// How many turns were returned.
    pub turns: u64,
    /// How many lines nobody said.
    pub noise: u64,
    /// How many turns were left out as a machine's or by pattern.
    pub excluded: u64,
    /// How many lines could not be understood.
    pub malformed: u64,
    /// How many lines were too long.
    pub too_long: u64,
    /// Whether a document ends before its array or its last object does.
    pub cut_off: bool,
    /// The first lines that were malformed or too long, and the one at which the document is cut off.
    pub bad_lines: Vec<u64>,
}

const BAD_LINES: usize = 100;
const BUFFER: usize = 256 * 1024;

pub(super) enum Input {
    Lines(Lines<BufReader<Take<File>>>),
    Values(Values<BufReader<Take<File>>>),
    Rows(Rows),
}

/// A transcript that is being read.
pub struct Transcript<'a> {
    path: PathBuf,
    options: &'a Options,
    input: Input,
    /// A second handle, to mark the ends of what was read.
    file: Option<File>,
    buffer: Vec<u8>,
    ready: VecDeque<Turn>,
    report: Report,
    /// The session where no line names one.
    fallback: String,
    excluded: bool,
    done: bool,
}

impl<'a> Transcript<'a> {
    /// Opens a file, going on where `known` stopped if it is still the same file.
    pub fn open(
        path: &Path,
        known: Option<&Position>,
        options: &'a Options,
    ) -> Result<Self, TranscriptError> {
        let unreadable = |source| TranscriptError::Unreadable { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let known = known.filter(|known| known.offset > 0);
        let mut resumed = if known.is_some() { Resumed::Continued } else { Resumed::Fresh };
        let unknown = || TranscriptError::UnknownFormat { path: path.to_owned() };
        let (shape, format) = match detect::detect(&mut file).map_err(unreadable)? {
            Some((Shape::Database, _)) | None if size > 0 => return Err(unknown()),
            found => found.unwrap_or((Shape::Lines, Format::Generic)),
        };
        let start = match known {
            Some(known) if known.format == format && known.fits(&mut file, size).map_err(unreadable)? => {
                known.clone()
            }
            known => {
                resumed = if known.is_some() { Resumed::Rewritten } else { Resumed::Fresh };
                beginning(format)
            }
        };
        let mut transcript = Self::new(path, options, start, resumed);
        transcript.open_input(file, shape, size).map_err(unreadable)?;
        Ok(transcript)
    }

    /// Opens one session of an `OpenClaw` database.
    pub fn open_session(
        path: &Path,
        session: &str,
        known: Option<&Position>,
        options: &'a Options,
    ) -> Result<Self, TranscriptError> {
        let first = Rows::first(path, session)?;
        let fits = |known: &&Position| known.head == first && known.format == Format::OpenClawDatabase;
        let (start, resumed) = match known {
            Some(known) if fits(&known) && Rows::reaches(path, session, known.offset)? => {
                (known.clone(), Resumed::Continued)
            }
            known => {
                let fresh = Position {
                    head: first,
                    session: Some(session.to_owned()),
                    ..beginning(Format::OpenClawDatabase)
                };
                (fresh, if known.is_some() { Resumed::Rewritten } else { Resumed::Fresh })
            }
        };
        let rows = Rows::open(path, session, start.offset)?;
        let mut transcript = Self::new(path, options, start, resumed);
        transcript.input = Input::Rows(rows);
        transcript.done = false;
        transcript.excluded |= options.exclude.matches_part(path, session);
        transcript.report.position.machine |= is_machine(path, session)?;
        Ok(transcript)
    }

    fn new(path: &Path, options: &'a Options, position: Position, resumed: Resumed) -> Self {
        let fallback =
            path.file_stem().map_or_else(|| "session".into(), |stem| stem.to_string_lossy().into_owned());
        let report = Report {
            position,
            resumed,
            turns: 0,
            noise: 0,
            excluded: 0,
            malformed: 0,
            too_long: 0,
            cut_off: false,
            bad_lines: Vec::new(),
        };
        Self {
            path: path.to_owned(),
            options,
            input: Input::Rows(Rows::none()),
            file: None,
            buffer: Vec::new(),
            ready: VecDeque::new(),
            report,
            fallback,
            excluded: options.exclude.matches_file(path),
            done: true,
        }
    }

    fn open_input(&mut self, mut file: File, shape: Shape, size: u64) -> io::Result<()> {
        let position = &self.report.position;
        let offset = position.offset;
        if shape == Shape::Values && offset > 0 && offset != size {
            self.report.resumed = Resumed::Rewritten;
            self.report.position = beginning(position.format);
            return self.open_input(file, shape, size);
        }
        self.file = Some(File::open(&self.path)?);
        file.seek(SeekFrom::Start(offset))?;
        let input = BufReader::with_capacity(BUFFER, file.take(size - offset));
        self.input = match shape {
            Shape::Values => Input::Values(Values::new(input, self.options.max_line)),
            _ => Input::Lines(Lines::new(input, offset, self.report.position.lines, self.options.max_line)),
        };
        self.done = shape == Shape::Values && offset == size && offset > 0;
        Ok(())
    }

    /// Returns how the reading began.
    pub fn resumed(&self) -> Resumed {
        self.report.resumed
    }

    /// Returns where the reading began, if it went on from an earlier one.
    pub fn start(&self) -> Option<Position> {
        (self.resumed() == Resumed::Continued).then(|| self.report.position.clone())
    }

    /// Returns which program wrote the transcript.
    pub fn format(&self) -> Format {
        self.report.position.format
    }

    /// Returns the next turn, or nothing at the end.
    pub fn next_turn(&mut self) -> Result<Option<Turn>, TranscriptError> {
        while self.ready.is_empty() && !self.done {
            self.read_frame()?;
        }
        Ok(self.ready.pop_front())
    }

    /// Reads one more line or element; `false` at the end.
    pub fn read_on(&mut self) -> Result<bool, TranscriptError> {
        if !self.done {
            self.read_frame()?;
        }
        Ok(!self.done)
    }

    /// Returns the byte up to which lines were read.
    pub fn reached(&self) -> u64 {
        self.report.position.offset
    }

    /// Returns the next of the turns that were read already.
    pub fn take_ready(&mut self) -> Option<Turn> {
        self.ready.pop_front()
    }

    /// Returns how far the transcript was read, if a reading can go on from here.
    pub fn checkpoint(&mut self) -> Result<Option<Position>, TranscriptError> {
        if !self.ready.is_empty() || matches!(self.input, Input::Values(_)) {
            return Ok(None);
        }
        self.mark()?;
        Ok(Some(self.report.position.clone()))
    }

    /// Closes the transcript and tells how far it was read.
    pub fn finish(mut self) -> Result<Report, TranscriptError> {
        self.mark()?;
        Ok(self.report)
    }

    fn mark(&mut self) -> Result<(), TranscriptError> {
        let unreadable = |source| TranscriptError::Unreadable { path: self.path.clone(), source };
        if let Some(file) = &mut self.file {
            let (head, tail) = marks(file, self.report.position.offset).map_err(unreadable)?;
            self.report.position.head = head;
            self.report.position.tail = tail;
        }
        Ok(())
    }

    fn read_frame(&mut self) -> Result<(), TranscriptError> {
        let buffer = &mut self.buffer;
        let frame = match &mut self.input {
            Input::Lines(lines) => lines.next(buffer),
            Input::Values(values) => values.next(buffer),
            Input::Rows(rows) => rows.next(buffer, &self.path)?.map_or(Ok(None), |frame| Ok(Some(frame))),
        };
        let frame =
            frame.map_err(|source| TranscriptError::Unreadable { path: self.path.clone(), source })?;
        let Some(frame) = frame else {
            self.done = true;
            if let Input::Values(values) = &self.input {
                self.report.position.offset = values.offset();
                let (open, line) = (values.is_open(), values.lines() + 1);
                if open {
                    self.cut_off(line);
                }
            }
            return Ok(());
        };
        let line = std::mem::take(&mut self.buffer);
        self.take(frame, &line);
        self.buffer = line;
        Ok(())
    }

    fn take(&mut self, frame: Frame, line: &[u8]) {
        match frame.state {
            State::TooLong => {
                self.report.too_long += 1;
                self.bad_line(frame.line);
            }
            // It is told, and looked at again when the file has grown.
            State::OpenTooLong => {
                self.report.too_long += 1;
                self.bad_line(frame.line);
                self.done = true;
                return;
            }
            State::Whole if line.trim_ascii().is_empty() => {}
            State::Whole | State::Open => match self.parse(line) {
                Ok(records) => {
                    if self.format() == Format::ChatGpt {
                        self.report.position.turns = 0;
                    }
                    for record in records {
                        self.record(record, frame, line.len());
                    }
                }
                // The writer is not done with this line: it is read again next time. A document is written at once, and
                // one without its end has lost it.
                Err(_) if frame.state == State::Open => {
                    if matches!(self.input, Input::Values(_)) {
                        self.cut_off(frame.line);
                    }
                    self.done = true;
                    return;
                }
                Err(_) => {
                    self.report.malformed += 1;
                    self.bad_line(frame.line);
                }
            },
        }
        let position = &mut self.report.position;
        position.offset = frame.end;
        position.lines = match &self.input {
            Input::Lines(lines) => lines.lines(),
            Input::Values(values) => values.lines(),
            Input::Rows(_) => 0,
        };
    }

    fn cut_off(&mut self, line: u64) {
        self.report.cut_off = true;
        self.bad_line(line);
    }

    fn bad_line(&mut self, line: u64) {
        if self.report.bad_lines.len() < BAD_LINES {
            self.report.bad_lines.push(line);
        }
    }

    fn parse(&self, line: &[u8]) -> serde_json::Result<Vec<Record>> {
        // Some programs begin a file with a mark of its encoding.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        parse(self.report.position.format, line).or_else(|error| match mend(line) {
            Some(mended) => parse(self.report.position.format, &mended),
            None => Err(error),
        })
    }

    fn record(&mut self, record: Record, frame: Frame, length: usize) {
        match record {
            Record::Noise => self.report.noise += 1,
            Record::Unknown => {
                self.report.malformed += 1;
                self.bad_line(frame.line);
            }
            Record::Session { id, side } => {
                let position = &mut self.report.position;
                // A later header repeats the session that a fork began with.
                if position.session.is_none() {
                    let scheduled = id.as_deref().is_some_and(is_machine_key);
                    position.machine |= position.format == Format::OpenClaw && scheduled;
                    position.session = id;
                    position.side = side;
                }
            }
            Record::Said(said) => self.said(said, frame, length),
        }
    }

    fn said(&mut self, said: Said, frame: Frame, length: usize) {
        let position = &mut self.report.position;
        let side = said.side || position.side;
        position.machine |= position.format != Format::ChatGpt && marks_machine_session(&said.text);
        let session =
            said.session.or_else(|| position.session.clone()).unwrap_or_else(|| self.fallback.clone());
        let left_out = side && self.options.sidechains == Sidechains::Skip;
        if left_out
            || position.machine
            || self.excluded
            || self.options.exclude.matches_part(&self.path, &session)
        {
            self.report.excluded += 1;
            return;
        }
        let text = clean(&said.text).into_owned();
        if text.is_empty() {
            self.report.noise += 1;
            return;
        }
        let index = position.turns;
        position.turns += 1;
        self.report.turns += 1;
        self.ready.push_back(Turn {
            session,
            role: said.role,
            speaker: said.speaker,
            at: said.at,
            text,
            index,
            line: frame.line,
            bytes: if self.file.is_some() { frame.start..frame.start + length as u64 } else { 0..0 },
            id: said.id,
            parent: said.parent,
            side,
        });
    }
}

fn beginning(format: Format) -> Position {
    Position {
        format,
        offset: 0,
        lines: 0,
        turns: 0,
        machine: false,
        side: false,
        head: Mark::default(),
        tail: Mark::default(),
        session: None,
    }
}

/// Reads a line; one that is none of its file's format is read by its own.
fn parse(format: Format, line: &[u8]) -> serde_json::Result<Vec<Record>> {
    let records = parse_as(format, line)?;
    if !matches!(records.as_slice(), [Record::Unknown]) {
        return Ok(records);
    }
    match detect::stray(line) {
        Stray::Of(other) if other != format => parse_as(other, line),
        Stray::Note => Ok(vec![Record::Noise]),
        Stray::Of(_) | Stray::Unknown => Ok(records),
    }
}

fn parse_as(format: Format, line: &[u8]) -> serde_json::Result<Vec<Record>> {
    let one = match format {
        Format::ClaudeCode => claude_code::parse(line)?,
        Format::Codex => codex::parse(line)?,
        Format::OpenClaw | Format::OpenClawDatabase => openclaw::parse(line)?,
        Format::Generic => generic::parse(line)?,
        Format::ChatGpt => return Ok(chatgpt::parse(line)?.into_iter().map(Record::Said).collect()),
    };
    Ok(vec![one])
}
