//! What waits for the writer, and how many usually come together. Knows nothing of what is written.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Requests in the order in which they came.
pub(crate) struct Inbox<M> {
    messages: Receiver<M>,
    /// What came while others were served, or was taken out too early.
    early: VecDeque<M>,
    /// How many came together lately.
    usual: usize,
}

impl<M> Inbox<M> {
    pub(crate) const fn new(messages: Receiver<M>) -> Self {
        Self { messages, early: VecDeque::new(), usual: 1 }
    }

    /// Waits for the next one; there is none when everybody who sends is gone.
    pub(crate) fn next(&mut self) -> Option<M> {
        self.early.pop_front().or_else(|| self.messages.recv().ok())
    }

    /// Returns the next of those who come with the `already` ones that are here: as long as fewer than usual are, it waits
    /// for `patience`.
    pub(crate) fn company(&mut self, already: usize, patience: Duration) -> Option<M> {
        self.early.pop_front().or_else(|| {
            let wait = if already < self.usual { patience } else { Duration::ZERO };
            self.messages.recv_timeout(wait).ok()
        })
    }

    /// Puts back what was taken out too early.
    pub(crate) fn put_back(&mut self, message: M) {
        self.early.push_front(message);
    }

    /// Notes that `came` were written together. To be called before they are answered: whoever waits by then came too
    /// late for them, and next time is waited for.
    pub(crate) fn written(&mut self, came: usize) {
        self.early.extend(self.messages.try_iter());
        let together = came + self.early.len();
        self.usual = together.max(self.usual - self.usual.div_ceil(8));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Instant;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn who_came_too_late_for_a_group_is_waited_for_by_the_next() {
        let (sender, messages) = channel();
        let mut inbox = Inbox::new(messages);
        sender.send('a').unwrap();
        assert_eq!(inbox.next(), Some('a'));
        sender.send('b').unwrap();
        inbox.written(1);
        assert_eq!(inbox.next(), Some('b'));
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            sender.send('c').unwrap();
            sender
        });
        assert_eq!(inbox.company(1, LONG), Some('c'), "it waits for as many as came together");
        let sender = late.join().unwrap();
        let begun = Instant::now();
        assert_eq!(inbox.company(2, LONG), None, "and for no more");
        assert!(begun.elapsed() < LONG / 2);
        drop(sender);
    }

    #[test]
    fn what_is_put_back_comes_first() {
        let (sender, messages) = channel();
        let mut inbox = Inbox::new(messages);
        for message in 1..=3 {
            sender.send(message).unwrap();
        }
        let first = inbox.next().unwrap();
        inbox.put_back(first);
        inbox.written(0);
        drop(sender);
        let all: Vec<i32> = std::iter::from_fn(|| inbox.next()).collect();
        assert_eq!(all, [1, 2, 3]);
    }

    #[test]
    fn those_who_stay_away_are_not_waited_for_much_longer() {
        let (sender, messages) = channel();
        let mut inbox = Inbox::new(messages);
        inbox.written(20);
        for _ in 0..40 {
            inbox.written(1);
        }
        let begun = Instant::now();
        assert_eq!(inbox.company(1, LONG), None);
        assert!(begun.elapsed() < LONG / 2);
        drop::<std::sync::mpsc::Sender<()>>(sender);
    }
}
