//! The English cues.

use super::cues::Cues;

/// The English cues.
pub(super) static CUES: Cues = Cues {
    decided: "decision:|the decision is|our decision is|final decision|decided:|verdict:|it's decided|it is decided|that's decided|\
        it's settled|it is settled|that's settled|we have a decision|decided to|decided on|decided that|decided against|decided not to|\
        settled on|settled for|agreed to|agreed on|agreed that|have chosen|has chosen|opted for|opted to|final call:|final answer:|\
        signed off on|gave the go-ahead|has been approved|is approved|it's final|, final|ruled out|make it|change it to|change that to|set it to|bring it down to|cap it at|keep it at|keep it to|moves to|is moved to|gets moved to|is postponed|is cancelled|is dropped|gets dropped|new date:|new plan:|new deadline:|new name:|the new date is|the new plan is|rescheduled to|postponed to|pushed back to|stay where they are|stays where it is|\
        stay as they are|stays as it is|stays as is|remain as they are|remains as it is|stay put|stays put|let's go with|let's go for|go with that",
    subjects: "we'll|we will|we shall|let's|lets|let us|we are going to|we're going to|we're gonna|i'm going to|i am going to|i'll|i will|\
        we're|we are|i'm|i am|the team is|we|i|we've|we have|i've|i have|the team has|the team|they have agreed we|we just|we now|we also|we finally|we've finally|i've finally",
    commits: "use|using|go with|going with|went with|go for|going for|keep|keeping|drop|dropping|dropped|switch to|switching to|switched to|\
        switch from|switching from|adopt|adopting|adopted|stay with|staying with|stay on|staying on|stick with|sticking with|stick to|sticking to|\
        pick|picking|picked|choose|choosing|chose|take the|taking the|replace|replacing|retire|retiring|deprecate|deprecating|sunset|sunsetting|\
        standardize on|standardizing on|standardise on|standardising on|stop using|stop supporting|stopping|start using|abandon|abandoning|abandoned|\
        move to|moving to|move off|moving off|move away from|moving away from|postpone|postponing|postponed|cancel|cancelling|cancelled|launch on|launching on|ship on|\
        not going to|won't|will not|decided|agreed|settled|concluded|approved|rejected|selected|cut|cutting|remove support|removing support|raise|raising|lower|lowering|\
        host|hosting|cap|capping|charge|charging|require|requiring|support|supporting|hire|hiring|rent|renting|merge|merging|freeze|freezing|skip|skipping|outsource|rename",
    reshapes: "pull|pulling|pulled|carve|carving|break out|breaking out|broke out|factor out|factoring out|split|splitting|extract|extracting|migrate|migrated|migrating|replaced|replacing|replace|rewrote|rewriting|refactored|refactoring|\
        moved|moving|merge|merging|merged|decouple|decoupling|decoupled|ported|porting|switched|switching|consolidate|consolidating|consolidated|\
        instead of|no longer goes through|now goes through|will go through|talks to|will talk to|now runs on|will run on|now lives in|will live in|sits in front of",
    structures: "service|services|microservice|microservices|monolith|module|modules|database|index|queue|architecture|schema|api|pipeline|cluster|\
        gateway|layer|backend|frontend|grpc|rest|graphql|event bus|broker|cache|storage|store|repository|repo|table|server|direct calls|plugin|library|package|engine|protocol",
    rules: "from now on|from today on|from today onwards|starting today|going forward|effective immediately|new rule|the rule is|rule:|policy:|new policy|\
        must not|must never|must always|mustn't|must be|must have|must go|must pass|must use|must include|must stay|may not|not allowed|isn't allowed|is forbidden|are forbidden|is prohibited|are prohibited|\
        is allowed|are allowed|is permitted|are permitted|can only|may only|is required|are required|is mandatory|are limited to|is limited to|limited to|no more than|at most|no longer allowed|under no circumstances|from here on|from this week on|from next week on|from monday on|each pr gets|every pr gets|is not allowed|no one may|nobody may|without exception|only with",
    rule_starts: "never|always|do not ever|don't ever|no more|no exceptions|only ever",
    remember: "remember|remember that|remember this|please remember|keep in mind|keep in mind that|bear in mind|note that|please note|note to self|make a note|\
        keep that in mind|keep this in mind|keep it in mind|write that down|note that down|take note|don't forget that|don't forget:|do not forget that|never forget that|for the record|for future reference|memorize|memorise|\
        save this|save to memory|add to memory|store this|write this down|jot down|fyi, remember|keep a note|keep note|make a note of|make a note that|note down|note it down|put down that|put down|put that down|put it down|log that|log it|save that|save this|store that|write it down|jot that down|jot it down|jot this down|\
        reminder for later|just so you remember|so you remember|mark down|take a note|take this down|file this|file that|add this to your notes|add that to your notes|add to your notes|keep on file|keep on record|keep for the record|record that|record this|mental note|\
        don't let me forget that|commit this to memory|commit that to memory|commit to memory|make sure you remember|i want you to remember|i need you to remember|you should remember|you need to remember|try to remember that|remember for next time|keep this on file|keep that on file|please keep in mind|pin this|pin that|hold on to this|hang on to this|don't lose this|important to remember|worth remembering|log this:|save it for later|save it too|save this too|\
        don't forget|do not forget|never forget|quick note|for your notes|for my notes|for the notes|note:|side note|one more note|memo:|a note:|reminder:|important:|put this on record|put it on record|make a mental note|be sure to remember|good to remember|good to know:|please don't forget|don't you forget|let it be noted|mind that|keep it on file|add a note that|leave a note that|write down that|write down|important to know|good to know|worth knowing|one thing to know|things to know|you should know that|just so you know|two things to remember|one thing to remember|for your information",
    actions: "todo|to-do|action item|action items|next step|next steps|follow up|follow-up|don't forget to|do not forget to|not forget to|remember to|\
        make sure to|make sure that|make sure we|make sure you|need to|needs to|has to be|have to|someone should|somebody should|someone has to|somebody has to|someone needs to|somebody needs to|someone must|somebody must|is going to take care|will take care of|is responsible for|assigned to",
    requests: "please|pls|write|run|update|send|email|fix|add|create|check|find|schedule|book|call|buy|order|review|prepare|draft|deploy|test|ask|notify|inform|\
        submit|finish|remove|delete|migrate|document|upload|rename|investigate|look into|set up|install|configure|ping|file|open a|merge|bump|clean up|get|could you|can you",
    deadlines: "by monday|by tuesday|by wednesday|by thursday|by friday|by saturday|by sunday|by tomorrow|by tonight|by noon|by the end|by next|by eod|tomorrow|tonight|\
        next week|next month|this week|this afternoon|before monday|before friday|before saturday|before the|on monday|on tuesday|on wednesday|on thursday|on friday|end of the week|end of the month|asap|until friday",
    duties: "will|'ll|needs|need|must|should|has to|have to|is to|due|going to|to",
    talk: "explain|tell me|show me|describe|say|what|why|how|remember|remind me what|answer|translate|summarize|summarise|help me understand|go on|continue|wait|think",
    lessons: "root cause|the cause was|the cause is|the culprit|turned out|turns out|it turned out|the fix was|the fix is|fixed it by|fixed by|fixed this by|solved it by|\
        solved by|resolved by|the problem was|the issue was|the bug was|the reason was|the trick was|the trick is|lesson learned|lessons learned|lesson:|the lesson|the takeaway|takeaway:|\
        workaround|shows that|showed that|found that|found out that|we learned|i learned|learned the hard way|never again|was the culprit|the culprit was|that fixed it|which fixed it|fixed it|made the difference|went away once|went away after|since then it|never happened again|hasn't happened since",
    open: "we'll decide|we will decide|we'll see|decide later|decide next|decide tomorrow|still open|still unclear|unclear whether|unclear if|not clear whether|not clear if|need to figure out|have to figure out|needs to figure out|need to find out|to be decided|\
        tbd|undecided|open question|don't know whether|don't know if|don't know yet whether|not sure whether|not sure if|remains to be seen|no idea whether|need to clarify|have to clarify|still need to decide|still have to decide|still needs to be decided|waiting to hear whether|still don't know|still no idea|nobody knows|no one knows|have to find out|find out where|find out why|find out who|haven't figured out|has yet to be",
    proposals: "i propose|i'd propose|i suggest|i'd suggest|i would suggest|i recommend|i'd recommend|i would recommend|my recommendation|my suggestion|my proposal|\
        i'd go with|i would go with|proposal:|the plan:|the plan is|plan:|how about we|i plan to|we should|we can|i'd say we",
    agrees: "agreed|yes|yep|yeah|yup|ok|okay|sure|sounds good|sounds great|sounds right|do it|do that|go ahead|go for it|let's do it|let's do that|perfect|great|good|great idea|good idea|makes sense|deal|approved|lgtm|ship it|exactly|right|fine|i agree|works for me|love it|absolutely|definitely|that works|confirmed|👍|aye|fine by me|fine with me|ok by me|no objection|no objections|i'm in|exactly that|looks good|proceed|go on then|brilliant|smashing|seconded|carried|done deal|so be it|so minuted|yes please|those are good|good call|i'm with you",
    firmly: "do it|do that|do this|go ahead|go for it|let's do it|let's do that|let's do this|sounds good|sounds great|sounds right|agreed|i agree|deal|ship it|approved|\
        make it so|let's go with that|go with that|works for me|that works|confirmed|that's the plan|settled|proceed|exactly that|so minuted|carried|go on then|so be it|do just that|as you say|no objection|no objections|fine by me|works for us|those are good|be my guest",
    whether: "should we|shall we|why don't we|how about we|how about|what about|what if we|do we want to|could we|can we|let's|shouldn't we|would it make sense to|do we",
    offers: "should i|shall i|want me to|would you like|do you want|can you|could you|may i|let me",
    against: "no|nope|not|don't|wouldn't|shouldn't|won't|instead|rather|avoid|wait|hold off|too early|neither",
    hesitates: "not now|maybe later|later|don't know yet|do not know yet|not sure|let me think|think about it|i'm not convinced|not convinced|wait|hold on|hold off|not yet|no|nope|but|however|unsure|undecided",
    supposed: "if|what if|suppose|imagine|maybe|perhaps|would|could|might|may|probably|should|consider|considering|thinking of|thinking about|in case|unless|whether|hypothetically|wish|want to|hope to|planning to|leaning towards|almost|nearly|when we have|once we have|until we have",
    reported: "my friend|a friend|my sister|my brother|my mother|my father|my wife|my husband|my neighbour|my neighbor|said|says|told|tells|wrote|writes|claims|claimed|according to|the article|the post|the docs say|they|he|she|many teams|some teams|other teams|people|i read|i heard|apparently|supposedly|used to|everyone else|someone|somebody",
    negated: "not|never|n't|haven't|hasn't|didn't|don't|doesn't|wasn't|isn't|hadn't|yet to|nobody|nothing|no one|not yet|have not|has not|did not|haven't even|not actually|never actually|haven't really|not really|never really",
    reversals: "actually|scrap that|scrap it|scratch that|on second thought|changed my mind|change of plan|change of plans|instead of|instead|forget|never mind|nevermind|no longer|rather than|\
        too much|too long|too expensive|revert|reverting|reversed|roll back|undo that|cancel|cancelled|we're back to|back to|not anymore|after all|is off|are off|called off|drop the idea|dropped the idea|reconsidered|overruled|supersedes|take that back",
    because: "because|since|as we|due to|so that|given that|the reason is|in order to|because of|thanks to",
    not_because: "since monday|since tuesday|since wednesday|since thursday|since friday|since saturday|since sunday|since january|since february|since march|since april|since may|since june|since july|since august|since september|\
        since october|since november|since december|since last|since yesterday|since then|since the beginning|since day|since version|since when|as we discussed|as we agreed|as we said|as we speak|as we go|as we know|as we did",
    therefore: "that means|this means|which means|therefore|as a result|consequently|so~ we|so~ i|so~ we'll|so~ i'll|so~ we're|so~ let's|so~ the team|so~ from now on|so that means|this will|this breaks|the consequence is|the consequence:|it follows that|hence|which is why~ we|that's why~ we",
    lead: "ok|okay|so|well|alright|right|great|fine|yes|yeah|actually|hmm|then|and|also|but|understood|good|perfect|sure|now|agreed|thanks|decision:|final decision:|decided:|verdict:|on second thought|scratch that|scrap that",
};
