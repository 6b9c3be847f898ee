//! Measures the server under load: clients that ask 90 % questions and 10 % durable writes, on 10,000 memories, beside
//! a plain axum handler in the same run; and the four requests that one turn of an agent makes at once.
//!
//! `cargo build --release && cargo run --release -p memoro-benches --bin serve -- target/release/memoro [SECONDS]`
#![allow(clippy::print_stdout, reason = "a program that prints a report")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use jiff::Timestamp;
use memoro_core::{Content, Episode, Grain, MemoryId, Outcome, Scope};
use memoro_engine::{Caller, Draft, Settings, Workspace};

/// How many memories the workspace holds.
const MEMORIES: u64 = 10_000;
/// Every which request is a write.
const WRITES: u64 = 10;
const SUBJECTS: [&str; 12] = [
    "the staging database",
    "the billing service",
    "ระบบค้นหา",
    "เซิร์ฟเวอร์สำรอง",
    "部署流程",
    "支付接口",
    "the login page",
    "the nightly job",
    "การสำรองข้อมูล",
    "日志系统",
    "the search index",
    "the mobile app",
];
const EVENTS: [&str; 10] = [
    "was rebuilt on Sunday",
    "failed with a timeout",
    "ถูกย้ายไปเชียงใหม่",
    "ทดสอบผ่านแล้ว",
    "已经升级",
    "需要重新启动",
    "got a new owner",
    "moved to another port",
    "ใช้เวลานานเกินไป",
    "由小王负责",
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let binary = arguments.next().context("name the binary, for example target/release/memoro")?;
    let seconds = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    fill(&folder.path().join("ws"))?;
    let server = Server::start(Path::new(&binary), folder.path())?;
    let plain = plain()?;
    println!("| load | requests/s | recall p50 | p99 | write p50 | p99 | errors |");
    println!("|---|---|---|---|---|---|---|");
    for clients in [50, 200] {
        let time = Duration::from_secs(seconds);
        report(&format!("plain axum handler, {clients} clients"), &load(plain, "", clients, time)?, time);
        report(
            &format!("memoro, {clients} clients"),
            &load(server.address, &server.token, clients, time)?,
            time,
        );
        println!("| | resident: {} MB | | | | | |", server.resident()? / 1_048_576);
    }
    turn(&server)
}

/// Fills a workspace with memories: episodes, and a note with a file of its own now and then.
fn fill(root: &Path) -> Result<()> {
    let workspace = Workspace::init(root, Settings::default(), &Caller::user(Timestamp::now()))?;
    let owner: Scope = "user:default".parse().expect("a valid scope");
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..20)
            .map(|worker| {
                let (workspace, owner) = (&workspace, &owner);
                scope.spawn(move || -> Result<()> {
                    for n in (worker..MEMORIES).step_by(20) {
                        let caller = Caller::user(Timestamp::now());
                        workspace.write(draft(owner.clone(), n), &caller)?;
                    }
                    Ok(())
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })
}

fn draft(owner: Scope, n: u64) -> Draft {
    if n.is_multiple_of(10) {
        return Draft::note(owner, sentence(n));
    }
    let episode = Episode {
        grain: Grain::Event,
        summary: sentence(n),
        topics: Vec::new(),
        outcome: Outcome::Success,
        duration_ms: None,
    };
    let id = MemoryId::new(format!("episodic_load_{n}")).expect("a valid id");
    Draft { id: Some(id), ..Draft::new(owner, Content::Episode(episode)) }
}

fn sentence(n: u64) -> String {
    let pick = |list: &[&'static str], n: u64| list[usize::try_from(n).unwrap_or(0) % list.len()];
    format!("{} {}, ticket {n}; {}", pick(&SUBJECTS, n), pick(&EVENTS, n / 12), pick(&SUBJECTS, n / 120 + 5))
}

/// A server of ours.
struct Server {
    child: Child,
    address: SocketAddr,
    token: String,
}

impl Server {
    fn start(binary: &Path, folder: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        command.args(["serve", "--port", "0", "--json"]).stdout(Stdio::piped());
        command.env("MEMORO_CONFIG_DIR", folder.join("config")).env("MEMORO_WORKSPACE", folder.join("ws"));
        let mut child = command.spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut line)?;
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('"').next()).context("an address")?;
        let token = std::fs::read_to_string(folder.join("config/token"))?;
        std::thread::sleep(Duration::from_secs(3));
        Ok(Self { child, address: address.parse()?, token })
    }

    fn resident(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("a line VmRSS")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse::<u64>()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a handler that only reads its body and answers a line of JSON.
fn plain() -> Result<SocketAddr> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || -> Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let answer = |body: String| async move { format!("{{\"bytes\":{}}}", body.len()) };
            let app = axum::Router::new()
                .route("/v1/recall", axum::routing::post(answer))
                .route("/v1/memories", axum::routing::post(answer));
            axum::serve(tokio::net::TcpListener::from_std(listener)?, app).await?;
            Ok(())
        })
    });
    Ok(address)
}

/// What a load came to.
#[derive(Default)]
struct Loaded {
    recalls: Vec<Duration>,
    writes: Vec<Duration>,
    errors: u64,
}

/// Lets clients ask, each as soon as it has its answer, until the time is over.
fn load(address: SocketAddr, token: &str, clients: u64, time: Duration) -> Result<Loaded> {
    let until = Instant::now() + time;
    let one = |client: u64| -> Result<Loaded> {
        let mut done = Loaded::default();
        let mut line = Line::connect(address, token)?;
        for n in 0.. {
            if Instant::now() >= until {
                break;
            }
            let number = client * 1_000_003 + n;
            let (path, body, write) = if number % WRITES == WRITES - 1 {
                (
                    "/v1/episodes",
                    format!("{{\"summary\":\"{} again, load {number}\"}}", sentence(number)),
                    true,
                )
            } else {
                ("/v1/recall", format!("{{\"query\":\"{}\"}}", sentence(number * 7919 % MEMORIES)), false)
            };
            let path = if token.is_empty() && write { "/v1/memories" } else { path };
            let began = Instant::now();
            let status = line.send("POST", path, &body)?;
            let took = began.elapsed();
            match (status, write) {
                (200..=202, true) => done.writes.push(took),
                (200, false) => done.recalls.push(took),
                _ => done.errors += 1,
            }
        }
        Ok(done)
    };
    let mut all = Loaded::default();
    std::thread::scope(|scope| -> Result<()> {
        let workers: Vec<_> = (0..clients).map(|client| scope.spawn(move || one(client))).collect();
        for worker in workers {
            let done = worker.join().expect("no client panics")?;
            all.recalls.extend(done.recalls);
            all.writes.extend(done.writes);
            all.errors += done.errors;
        }
        Ok(())
    })?;
    Ok(all)
}

/// A connection that is kept.
struct Line {
    stream: BufReader<TcpStream>,
    head: String,
}

impl Line {
    fn connect(address: SocketAddr, token: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let head =
            format!("Host: {address}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n");
        Ok(Self { stream: BufReader::new(stream), head })
    }

    /// Sends a request and reads its answer; returns the status.
    fn send(&mut self, method: &str, path: &str, body: &str) -> Result<u16> {
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let request = format!("{method} {path} HTTP/1.1\r\n{}{length}\r\n{body}", self.head);
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length, mut line) = (0, 0, String::new());
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                bail!("the server closed the connection");
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.split(' ').next().and_then(|code| code.parse().ok()).context("a status")?;
            } else if let Some(rest) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = rest.trim().parse()?;
            } else if line == "\r\n" {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer)?;
        Ok(status)
    }
}

/// Measures the four requests of one turn, made at once on connections that are kept.
fn turn(server: &Server) -> Result<()> {
    let paths = [
        "/api/user-model?userId=default",
        "/api/procedural?q=deploy%20staging&limit=2",
        "/api/episodic?q=staging&userId=default&limit=2",
        "/api/search?q=staging%20database&limit=3&mode=hybrid",
    ];
    let mut lines =
        paths.iter().map(|_| Line::connect(server.address, &server.token)).collect::<Result<Vec<_>>>()?;
    if lines[0].send("GET", paths[0], "")? == 404 {
        println!("\nno compatible surface is mounted; the four requests of a turn were not measured");
        return Ok(());
    }
    let mut times = Vec::new();
    for _ in 0..300 {
        let began = Instant::now();
        std::thread::scope(|scope| {
            let asked: Vec<_> = lines
                .iter_mut()
                .zip(paths)
                .map(|(line, path)| scope.spawn(|| line.send("GET", path, "")))
                .collect();
            asked.into_iter().try_for_each(|one| match one.join().expect("no request panics")? {
                200 => Ok(()),
                status => bail!("a request of a turn was answered {status}"),
            })
        })?;
        times.push(began.elapsed());
    }
    println!("\nfour requests of a turn at once: p50 {}, p99 {}", at(&mut times, 0.5), at(&mut times, 0.99));
    Ok(())
}

fn report(name: &str, done: &Loaded, time: Duration) {
    let (mut recalls, mut writes) = (done.recalls.clone(), done.writes.clone());
    let rate = (recalls.len() + writes.len()) as f64 / time.as_secs_f64();
    println!(
        "| {name} | {rate:.0} | {} | {} | {} | {} | {} |",
        at(&mut recalls, 0.5),
        at(&mut recalls, 0.99),
        at(&mut writes, 0.5),
        at(&mut writes, 0.99),
        done.errors
    );
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
fn at(times: &mut [Duration], share: f64) -> String {
    times.sort_unstable();
    let place = ((times.len() as f64 - 1.0).max(0.0) * share) as usize;
    times.get(place).map_or("–".into(), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
}
