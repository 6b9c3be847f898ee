//! Days as a job sees them, in the time zone of the settings.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Reading;

impl Reading<'_> {
    /// Returns the time zone in which days begin and end.
    pub(in crate::jobs) fn zone(&self) -> &TimeZone {
        &self.workspace.settings.time_zone
    }

    /// Returns the day that is over at the moment of the run.
    pub(in crate::jobs) fn yesterday(&self) -> Date {
        self.today().yesterday().unwrap_or(self.today())
    }

    /// Returns the day on which the job runs.
    pub(in crate::jobs) fn today(&self) -> Date {
        self.now().to_zoned(self.zone().clone()).date()
    }

    /// Returns the day of a moment.
    pub(in crate::jobs) fn day_of(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone().clone()).date()
    }
}
