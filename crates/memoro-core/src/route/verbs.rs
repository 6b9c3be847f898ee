//! English verbs that commands begin with. A word list and nothing else.

/// The verbs, sorted.
const VERBS: &str = "\
    abort accept access account acknowledge act activate adapt add address adjust adopt advise agree aim \
    alert align allocate allow alter amend analyse analyze annotate announce answer anticipate apologise \
    apologize append apply appoint approach approve archive arrange ask assemble assert assess assign \
    assist associate assume attach attempt audit authenticate authorise authorize automate avoid await \
    back bake balance batch begin bind bisect blend block blow boil book boost boot bring browse brush \
    buffer build bump bundle buy bypass cache calculate calibrate call cancel capture carry cast catch \
    challenge change charge chart check choose chop circulate cite clamp clarify classify clean clear \
    click clip clone close coach collapse collect combine comment commit communicate compact compare \
    compile complete compose compress compute concatenate conduct configure confirm connect consider \
    consolidate consult contact contain continue contribute convert convince cook cool coordinate copy \
    correct count cover crash create credit crop cross cut cycle dampen deactivate deal debug decide \
    declare decline decode decompress decrease decrypt deduct defer define defrost delay delegate delete \
    deliver demand demonstrate deny deploy describe design destroy detach detect determine develop \
    diagnose dial diff dig dim direct disable disassemble discard disconnect discover discuss dismiss \
    dispatch display dispose distribute divide do document double download draft drag drain draw dress \
    drill drink drive drop dry dump duplicate earn eat edit educate elect elevate eliminate email embed \
    emit employ empty enable encode encourage encrypt end enforce engage enlarge enqueue ensure enter \
    equip erase escalate escape establish estimate evaluate examine exchange exclude execute exercise \
    exit expand expect explain explore export expose express extend extract face facilitate factor fail \
    feed fetch file fill filter finalise finalize find finish fit fix flag flash flatten flip flush \
    focus fold follow force forget fork format forward freeze fry gather generate get give go grab grant \
    grate greet grind group guard guide halt hand handle hang hash heat help hide highlight hire hold \
    hook host identify ignore illustrate implement import improve include increase index indicate inform \
    inherit initialise initialize initiate inject inline insert inspect install instruct insulate \
    integrate interrupt introduce invalidate inventory invest investigate invite invoke iron isolate \
    issue iterate join jot jump justify keep kick kill knead knock label launch lay lead learn leave \
    lend let level leverage lift limit link list listen load localise localize lock log look loosen \
    lower lubricate mail maintain make manage map mark mask match maximise maximize measure meet \
    memorise memorize mention merge message migrate mind minimise minimize mirror mix mock modify \
    monitor mount move multiply mute name navigate negotiate normalise normalize note notify nudge \
    number obey obtain offer omit open operate optimise optimize order organise organize outline \
    override pack package page paint pair parse partition pass paste patch pause pay peel perform permit \
    phone pick pin ping pipe pitch place plan plant play plug point polish poll pool pop populate port \
    post postpone pour practice practise precompute prefer preheat preload prepare present preserve \
    press prevent print prioritise prioritize probe process procure produce profile program promise \
    promote prompt propose protect prove provide provision prune publish pull pump purge push put \
    quarantine query question queue quit quote raise randomise randomize reach react read rebase rebuild \
    recalculate recall receive recommend reconcile reconnect record recover recycle redact redeploy \
    redirect redo reduce refactor refer refill refine reflect refresh refund refuse regenerate register \
    reheat reindex reinstall reject relax release reload rely remain remember remind remove rename \
    render renew reopen reorder repair repeat rephrase replace replay reply report reproduce request \
    require rerun reschedule reserve reset resize resolve respond rest restart restore restrict resubmit \
    resume retain retest retire retrieve retry return reuse revert review revise revoke rewrite ride \
    rinse roll rotate round route rub run sample sanitise sanitize save say scale scan schedule scope \
    score scrape screen scroll seal search seat secure seek select sell send separate serialise \
    serialize serve set settle shake share sharpen shift ship shorten show shred shrink shuffle shut \
    shutdown sign silence simmer simplify sing skim skip sleep slice slow smooth snapshot snooze soak \
    solve sort source speak specify speed spin split spot spray spread spy squash squeeze stack stage \
    stagger stamp stand start state stay steam step stick stir stop store strain stress stretch strip \
    stub study submit subscribe substitute subtract suggest sum summarise summarize supply support \
    suppress suspend swap sweep switch sync synchronise synchronize tag tail take talk target taste \
    teach tear tell terminate test thank think throttle throw tick tidy tie tighten time toast toggle \
    tokenise tokenize top touch trace track trade train transcribe transfer transform translate trash \
    treat trigger trim triple truncate trust try tune turn tweak type unblock uncheck undo unfold \
    uninstall unlock unmount unpack unplug unsubscribe unzip update upgrade upload upsert use utilise \
    utilize vacuum validate vary ventilate verify version view visit visualise visualize vote wait walk \
    warm warn wash watch water wear weigh welcome whisk whitelist widen wipe withdraw work wrap write \
    zip zoom \
";

/// Tells whether the word can open a command.
pub(crate) fn is_verb(word: &str) -> bool {
    word.len() > 1 && VERBS.split(' ').any(|verb| verb == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_known_and_nouns_are_not() {
        assert!(is_verb("deploy") && is_verb("water") && is_verb("add") && is_verb("zoom"));
        assert!(!is_verb("octopus") && !is_verb("") && !is_verb("the"));
    }
}
