"""English words that carry meaning for evidence."""

from strandline.core.dedup.evidence.lexicon.inflecting import in_english

ENGLISH = in_english("""
function
    a, an, the, this, that, these, those, of, to, in, on, at, by, for, from, with, as, into, onto,
        over, under, up, down, out, off, about, around, amid, among, after, before, during, per,
        via, and, or, but, nor, so, yet, if, than, then, there, here, it, its, he, she, they, them,
        him, his, her, hers, their, theirs, we, our, ours, us, you, your, i, me, my, who, whom,
        whose, which, what, is, are, was, were, be, been, being, am, has, have, had, having, do,
        does, did, doing, done, will, would, shall, should, can, could, may, might, must, just,
        also, too, very, now, still, again, already, even, only, own, such, some, any, other, both,
        each, all, s, t, d, m, re, ve, ll, vs, v, like, says, say, said, saying, report, reports,
        reported, reportedly, according, news, set, get, gets, got, set to, due to, because, while,
        when, where, how, why, more, first, new, latest, against, upon, across, within, along,
        toward, towards, since, until, till, amp
negator
    fails to, fail to, failed to, not, no, never, without, cannot, neither, none, nobody, nothing,
        nt, isnt, wont, dont, cant, doesnt, didnt, unable to, rather than, no longer, hardly, isn t,
        won t, don t, can t, aren t, doesn t, didn t, wasn t, couldn t, wouldn t, shouldn t, hasn t,
        haven t, hadn t, weren t, shan t, mustn t, needn t, refuses to, refuse to, refused to,
        refusing to, declines to, decline to, declined to, unable, stops short of, stop short of,
        rules out, rule out, ruled out, ruling out
plain
    no 1, no 2, no 3, no 10, not only, nothing but, no matter, about, around, nearly, almost,
        roughly, some, approximately, close to, near, up to, circa, an estimated, estimated,
        more than, over, at least, above, exceeds, exceed, tops, topped, in excess of, upwards of,
        plus, less than, under, fewer than, below, at most, hundred, thousand, million, mln, mn,
        billion, bln, bn, trillion, trn, tn, by
pole:direction
    up: rise~, climb*, gain~, jump~, surge~, soar~, rally~, increase~, raise~, hike~, up, higher,
        advance~, grow~, rebound+, boost~, skyrocket*, spike~, upgrade~, lift+, improve~,
        strengthen*, widen~, expand~, accelerat*, warm+, edges up, ticks up, upswing, double~
    down: fall~, drop~, decline~, slump~, plunge~, tumble~, sink~, slide~, dip~, decrease~, lower~,
        cut~, slash~, down, shrink~, reduce~, lose ground, downgrade~, plummet*, retreat+, weaken*,
        narrow~, slow~, contract+, crash+, collapse+, edges down, slip~, halve~, fade~, wane+, ebb+,
        dwindl*
    flat: unchanged, steady, stable, flat, hold~, maintain+, keep~, freeze~, leaves unchanged,
        left unchanged
pole:outcome
    win: win~, triumphs, beat+, beating, defeats, defeated, edge+, thrash+, rout+, upset+, stun+,
        overcome+, sink+, down+, top+, past, champions, outlast+, crush+, knock out, knocks out,
        sees off, eliminates
    lose: lose~, loss, beaten, defeated by, beaten by, falls to, fall to, fell to, lose to,
        loses to, lost to, routed, thrashed, knocked out, eliminated, go down to, goes down to,
        bows out
    draw: draw~, tie~, held, stalemate, draw with, draws with
pole:vote
    yes: votes for, vote for, voted for, pass~, approve~, approval, adopt~, back~, accept~, agree+,
        agreed, endorse~, ratify~, support~, okays, ok, green light, greenlights, grant~,
        gives green light, clears, favor+, favour+, uphold+, upheld, welcome+, praise~, embrace+,
        applaud~, hail~
    no: votes against, vote against, voted against, reject~, rejection, block~, refuse~, veto~,
        oppose~, turn down, turns down, turned down, vote down, votes down, voted down, decline to,
        declines to, strikes down, strike down, struck down, defeats bill, deny request, overturn~,
        dismiss~, rebuff+, spurn+, scrap~, against, condemn~, slam+, criticizes, criticises, scold~,
        rebuke~, refuses to, refuse to, refused to
pole:open
    open: open~, reopen~, unveil doors
    shut: close~, shut~, closure+, shutdown, shut down, shuts down, shutter~
pole:custody
    held: arrest~, detain~, jail~, imprison*, custody, remanded, captured, behind bars, held,
        sentenced, charged, indicted, kidnapped, abducted, denied bail
    free: release~, free+, freed, bail~, granted bail, walks free, pardoned, escaped, escapes
pole:guilt
    guilty: guilty, convicted, convicts, conviction, pleads guilty, found guilty, admit~
    clear: acquitted, acquits, acquittal, not guilty, cleared, exonerated, innocent,
        pleads not guilty, found not guilty
pole:claim
    yes: confirm~, admit~, acknowledge~, claim~, say+, said, affirm+, insist+, concede+, verifies
    no: deny~, denial, refute~, disputes, disputed, debunk~, rejects claim, rejects claims,
        quashes rumours, quashes rumors, contradict+, disavow+
pole:start
    start: start~, begin~, launch~, resume~, restart~, kicks off, kick off, gets underway,
        introduce+, enters
    stop: end~, stop~, halt~, suspend~, cancel~, pause~, finish+, concludes, postpone~, delay~,
        called off, calls off, call off, abandon~, terminate+, drop plan, discontinue*, shelve~,
        withdraw+
pole:join
    join: join~, sign for, signs for, sign~, enter~, return~, rejoin+, stay~, extends, renews
    leave: leave~, quit+, quitting, exit~, depart~, departure, resign~, resignation, step down,
        steps down, stepped down, stepping down, walk out, walks out, retire~, pulls out, pull out,
        pulled out, withdraws from, released by
pole:law
    allow: allow~, legalize~, legalise+, authorize+, authorise+, permit~, lift ban, lifts ban,
        unblock+, unban+, restore~, ease~, lift~, loosen+, legal, exempt+, relax~, soften+
    ban: ban~, forbid+, prohibit~, outlaw~, bar~, restrict~, tighten~, illegal, criminalize+,
        criminalise+, impose~, toughen~, slap~
pole:trade
    buy: buy~, acquire~, purchase+, snaps up
    sell: sell~, divest+, offload+
pole:staff
    hire: hire~, appoint~, recruit+, names, named, reinstate~, promote~, elects, elected, nominate~
    fire: fire~, sack~, lay off, lays off, layoffs, laid off, oust~, axe~, dismissed, demote~,
        relegated
pole:life
    dead: die~, dead, death, kill~, fatal, fatally, murdered
    alive: survive~, alive, rescued, saved, recovers, recovered, recovering, born, unhurt, unharmed
pole:found
    found: find~, discovered, recovered, located
    lost: missing, disappears, disappeared, vanishes, vanished, lost
pole:money
    profit: profit+, surplus, gain, windfall, inflow+
    loss: loss+, deficit, shortfall, outflow+
pole:success
    yes: succeed~, success, successful, successfully, achieve+, reach~, complete~, qualify~
    no: fail~, fails to, fail to, failed to, failure, unsuccessful, miss, misses, missed, misfire,
        collapses, aborted, scrubbed
pole:amount
    most: highest, most, maximum, largest, biggest, high+, longest, tallest, fastest, richest,
        oldest
    least: lowest, least, minimum, smallest, low+, shortest, slowest, poorest, youngest
pole:time
    before: before, ahead of, prior to
    after: after, following, in wake of, in the wake of
pole:rank
    first: first, opening, debut
    last: last, final, closing
pole:compass
    north: north, northern, northerly
    south: south, southern, southerly
    east: east, eastern, easterly
    west: west, western, westerly
    northeast: northeast, northeastern, north east
    northwest: northwest, northwestern, north west
    southeast: southeast, southeastern, south east
    southwest: southwest, southwestern, south west
pole:sex
    male: actor, king, prince, men+, man, male+, boy+, gentlemen, father, son, brother, husband
    female: actress, queen, princess, woman, women+, female+, girl+, ladies, mother, daughter,
        sister, wife
pole:daytime
    morning: morning, am, dawn, breakfast
    noon: noon, midday, lunchtime, lunch
    afternoon: afternoon, pm
    evening: evening, night, tonight, overnight, dinner, late night
pole:round
    final: final+
    semifinal: semifinal+, semi final, semi finals, semi
    quarterfinal: quarterfinal+, quarter final, quarter finals
pole:medal
    gold: gold
    silver: silver
    bronze: bronze
pole:ownership
    public: public, state owned
    private: private, privately
pole:age
    young: young, teen, teenager, teenage, child, children, kids, baby, junior, youth, toddler
    old: elderly, senior+, pensioner+, adult+
pole:level
    primary: primary, elementary
    secondary: secondary, high school
noun
    dead: dead, kill~, die~, death+, fatalities, toll, dead bodies, bodies, lives
    injured: injured, hurt, wounded, injuries, injures, wounds, injuring, wounding
    missing: missing
    cases: case+, infections, infected, patients, hospitalised, hospitalized, hospitalizations,
        hospitalisations
    arrests: arrested, arrests, detained, detainees
    homes: homes, houses, households
    people: people, persons, residents, passengers, victims, migrants, refugees, protesters
stage
    off: call off, calls off, called off, avert~
    arrest: arrest~, detained, held, custody, suspect held
    charge: charge~, indicted, indictment, accused, arraigned
    trial: trial, court, testifies, testimony, hearing, jury, stands trial
    verdict: convicted, convicts, guilty, acquitted, acquits, verdict, conviction
    sentence: sentence~, jailed, jails, prison
    appeal: appeal~
    funeral: funeral, buried, mourn+, mourners, vigil, tribute+, memorial
    inquiry: investigation, inquiry, probe, investigators, investigating, inquest, cause
    found: found safe, are safe, is safe, unharmed, unhurt, safe and well, turn up, turns up,
        found dead, found alive, body+, remains
    freed: freed, walks free, set free, freed from, released on bail, released without charge,
        released from prison, released from custody
    over: declared over, is over, over at last, comes to an end, dies down, died down, contained,
        put out, brought under control, extinguished, declares end of, end of outbreak
    home: return home, returns home, returned home, back home, come home, comes home, reunited,
        returns to training, back in training, returns from injury, back from injury,
        leaves hospital, leave hospital, left hospital, out of hospital, discharged,
        back behind bars, recaptured
    repaired: repaired, repairs, is back, back online, back up, back on, restored, power back
    rescue: rescue~, rescuers, search, search continues, survivors
    aftermath: aftermath, cleanup, clean up, rebuild, rebuilding, anniversary, a week after,
        a month after, year after, one year on
    reaction: react+, reaction+, responds, response, condemns, condolences, apologises, apologizes,
        apology
same
    stop: end~, stop~, halt~, discontinue~, terminate~
    reveal: reveal~, unveil~, show~, present~, debut+, introduces, announce~, announcement
    firm: firm, company, business, corp, inc, group, ltd, plc, co
    police: police, cops, officer+
    car: car, vehicle, auto, automobile
    film: film, movie
    probe: probe, investigation, inquiry, investigate~
    blast: blast, explosion, bombing
    quake: quake, earthquake, tremor, temblor
    storm: storm, hurricane, cyclone, typhoon
    fire: blaze, wildfire, inferno
    boss: ceo, boss, chief executive, chief
    pic: photo, photos, picture+, pic+, image+, snaps
    deal: deal, agreement, accord, pact, partnership
    merge: merger, merge+, takeover, acquisition, tie up
    aluminium: aluminium, aluminum
    email: email+, e mail, e mails
    ex: former, ex
modifier
    former, ex, deputy, vice, acting, assistant, fake, hoax, mock, parody, spoof, drill, exercise,
        rehearsal, simulated, simulation, u21, u23, u19, u20, u17, u18, under 21, under 23,
        under 19, reserve, reserves, youth, wheelchair, paralympic, veterans, trailer, teaser, anti,
        pro, non, alleged, attempted, unofficial, honorary, interim, virtual, pregnant, co, sub,
        mini, mega, indoor, outdoor, online, junior, beta, alpha, prerelease, release candidate,
        preview build, shadow, elect, caretaker, committee, subcommittee, panel, giant, stepbrother,
        stepfather, stepson
""")
