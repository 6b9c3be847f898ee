//! Trust: flags and variables lower it, nothing raises it.

use crate::{House, holds, ran};

#[test]
fn what_an_agent_says_of_the_user_waits_for_a_person() {
    let house = House::new();
    let receipt = house.json(&["profile", "set", "tone", "formal", "--as", "agent"]);
    assert_eq!((&receipt["status"], &receipt["reason"]["code"]), (&"pending".into(), &"trust".into()));
    house.fails(1, &["profile", "get", "tone"]);
    let pending = house.json(&["list", "--status", "pending"]);
    assert_eq!(pending["memories"][0]["trust"], "agent");
    assert!(!house.ws("PROFILE.md").exists() || !house.read("PROFILE.md").contains("formal"));
}

#[test]
fn nothing_raises_the_trust_that_the_environment_lowered() {
    let house = House::new();
    for flags in [&[][..], &["--as", "user"]] {
        let arguments = [&["--json", "profile", "set", "tone", "formal"], flags].concat();
        let run = ran(house.command(&arguments).env("MEMORO_ACTOR", "agent"));
        holds(&run.out, &["\"status\":\"pending\""]);
    }
    let run = ran(house.command(&["list"]).env("MEMORO_ACTOR", "admin"));
    assert_eq!(run.code, 2);
    holds(&run.err, &["MEMORO_ACTOR: `admin`", "hint: set it to `agent`"]);
    house.fails(2, &["list", "--as", "admin"]);
}

#[test]
fn an_agent_may_keep_notes_but_not_forget_or_change_the_profile() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    assert_eq!(house.json(&["remember", "a finding of the agent", "--as", "agent"])["status"], "stored");
    let error = house.error(2, &["forget", "tone", "--as", "agent"]);
    assert_eq!(error["code"], "denied");
    assert_eq!(house.run(&["edit", "tone", "--text", "x", "--as", "agent"]).code, 2);
    assert_eq!(house.run(&["profile", "unset", "tone", "--as", "agent"]).code, 2);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "formal\n");
}

#[test]
fn policy_is_not_written_through_memory() {
    let house = House::new();
    let run = house.run(&["remember", "--scope", "policy", "--key", "k", "v", "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    holds(&run.out, &["\"status\":\"rejected\"", "\"code\":\"policy\""]);
}
