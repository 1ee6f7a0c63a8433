"""English words that carry meaning for evidence."""

ENGLISH = """
function
    a, an, the, this, that, these, those, of, to, in, on, at, by, for, from, with, as, into, onto,
    over, under, up, down, out, off, about, around, amid, among, after, before, during, per, via,
    and, or, but, nor, so, yet, if, than, then, there, here, it, its, he, she, they, them, him,
    his, her, hers, their, theirs, we, our, ours, us, you, your, i, me, my, who, whom, whose,
    which, what, is, are, was, were, be, been, being, am, has, have, had, having, do, does, did,
    doing, done, will, would, shall, should, can, could, may, might, must, just, also, too, very,
    now, still, again, already, even, only, own, such, some, any, other, both, each, all, s, t, d,
    m, re, ve, ll, vs, v, like, says, say, said, saying, report, reports, reported, reportedly,
    according, news, set, get, gets, got, set to, due to, because, while, when, where, how, why,
    more, first, new, latest, against, upon, across, within, along, toward, towards, since, until,
    till, amp
negator
    fails to, fail to, failed to, not, no, never, without, cannot, neither, none, nobody, nothing,
    nt, isnt, wont, dont, cant, doesnt, didnt, unable to, rather than, no longer, hardly, isn t,
    won t, don t, can t, aren t, doesn t, didn t, wasn t, couldn t, wouldn t, shouldn t, hasn t,
    haven t, hadn t, weren t, shan t, mustn t, needn t, refuses to, refuse to, refused to,
    refusing to, declines to, decline to, declined to, unable, stops short of, stop short of,
    rules out, rule out, ruled out, ruling out
plain
    no 1, no 2, no 3, no 10, not only, nothing but, no matter, about, around, nearly, almost,
    roughly, some, approximately, close to, near, up to, circa, an estimated, estimated, more than,
    over, at least, above, exceeds, exceed, tops, topped, in excess of, upwards of, plus, less than,
    under, fewer than, below, at most, hundred, thousand, million, mln, mn, billion, bln, bn,
    trillion, trn, tn, by
pole:direction:up
    rise, rises, rose, risen, rising, climb*, gain, gains, gained, gaining, jump, jumps, jumped,
    surge, surges, surged, surging, soar, soars, soared, soaring, rally, rallies, rallied,
    increase, increases, increased, increasing, raise, raises, raised, raising, hike, hikes,
    hiked, up, higher, advance, advances, advanced, grow, grows, grew, growing, rebound, rebounds,
    boost, boosts, boosted, skyrocket*, spike, spikes, spiked, upgrade, upgrades, upgraded, lift,
    lifts, improves, improve, improved, strengthen*, widen, widens, widened, expand, expands,
    expanded, accelerat*, warm, warms, edges up, ticks up, upswing, double, doubles, doubled
pole:direction:down
    fall, falls, fell, fallen, falling, drop, drops, dropped, dropping, decline, declines,
    declined, declining, slump, slumps, slumped, plunge, plunges, plunged, plunging, tumble,
    tumbles, tumbled, sink, sinks, sank, slide, slides, slid, sliding, dip, dips, dipped,
    decrease, decreases, decreased, lower, lowers, lowered, cut, cuts, cutting, slash, slashes,
    slashed, down, shrink, shrinks, shrank, reduce, reduces, reduced, lose ground, downgrade,
    downgrades, downgraded, plummet*, retreat, retreats, weaken*, narrow, narrows, narrowed, slow,
    slows, slowed, contract, contracts, crash, crashes, collapse, collapses, edges down, slips,
    slip, slipped, halve, halves, halved, fade, fades, faded, wane, wanes, ebb, ebbs, dwindl*
pole:direction:flat
    unchanged, steady, stable, flat, holds, hold, held, maintains, maintain, keeps, keep, kept,
    freeze, freezes, froze, leaves unchanged, left unchanged
pole:outcome:win
    win, wins, won, winning, triumphs, beat, beats, beating, defeats, defeated, edge, edges,
    thrash, thrashes, rout, routs, upset, upsets, stun, stuns, overcome, overcomes, sink, sinks,
    down, downs, top, tops, past, champions, outlast, outlasts, crush, crushes, knock out,
    knocks out, sees off, eliminates
pole:outcome:lose
    lose, loses, lost, losing, loss, beaten, defeated by, beaten by, falls to, fall to, fell to,
    lose to, loses to, lost to, routed, thrashed, knocked out, eliminated, go down to,
    goes down to, bows out
pole:goals:2
    brace
pole:goals:3
    hat trick
pole:result:won
    victory, triumph, champion, champions
pole:result:lost
    defeat, runner up, runners up
pole:outcome:draw
    draw, draws, drew, tie, ties, tied, held, stalemate, draw with, draws with
pole:vote:yes
    votes for, vote for, voted for, pass, passes, passed, approve, approves, approved, approval,
    approving, adopt, adopts, adopted, back, backs, backed, accept, accepts, accepted, agree,
    agrees, agreed, endorse, endorses, endorsed, ratify, ratifies, ratified, support, supports,
    supported, okays, ok, green light, greenlights, grant, grants, granted, gives green light,
    clears, favor, favors, favour, favours, upholds, uphold, upheld, welcomes, welcome, praise,
    praises, praised, embrace, embraces, applaud, applauds, applauded, hail, hails, hailed
pole:vote:no
    votes against, vote against, voted against, reject, rejects, rejected, rejecting, rejection,
    block, blocks, blocked, blocking, refuse, refuses, refused, veto, vetoes, vetoed, oppose,
    opposes, opposed, turn down, turns down, turned down, vote down, votes down, voted down,
    decline to, declines to, strikes down, strike down, struck down, defeats bill, deny request,
    overturn, overturns, overturned, dismiss, dismisses, dismissed, rebuff, rebuffs, spurns,
    spurn, scrap, scraps, scrapped, against, condemn, condemns, condemned, slams, slam,
    criticizes, criticises, scold, scolds, scolded, rebuke, rebukes, rebuked, refuses to,
    refuse to, refused to
pole:open:open
    open, opens, opened, opening, reopen, reopens, reopened, reopening, unveil doors
pole:open:shut
    close, closes, closed, closing, shut, shuts, shutting, closure, closures, shutdown, shut down,
    shuts down, shutter, shutters, shuttered
pole:custody:held
    arrest, arrests, arrested, detain, detains, detained, jail, jails, jailed, imprison*, custody,
    remanded, captured, behind bars, held, sentenced, charged, indicted, kidnapped, abducted,
    denied bail
pole:custody:free
    release, releases, released, free, frees, freed, bailed, bail, granted bail, walks free,
    pardoned, escaped, escapes
pole:guilt:guilty
    guilty, convicted, convicts, conviction, pleads guilty, found guilty
pole:guilt:clear
    acquitted, acquits, acquittal, not guilty, cleared, exonerated, innocent, pleads not guilty,
    found not guilty
pole:claim:yes
    confirm, confirms, confirmed, confirming, admit, admits, admitted, acknowledge, acknowledges,
    acknowledged, claim, claims, claimed, says, say, said, affirms, affirm, insists, insist,
    concede, concedes, verifies
pole:claim:no
    deny, denies, denied, denying, denial, refute, refutes, refuted, disputes, disputed, debunk,
    debunks, debunked, rejects claim, rejects claims, quashes rumours, quashes rumors, contradict,
    contradicts, disavow, disavows
pole:start:start
    start, starts, started, starting, begin, begins, began, launch, launches, launched, launching,
    resume, resumes, resumed, resuming, restart, restarts, restarted, kicks off, kick off,
    gets underway, introduce, introduces, enters
pole:start:stop
    end, ends, ended, ending, stop, stops, stopped, stopping, halt, halts, halted, suspend,
    suspends, suspended, cancel, cancels, cancelled, canceled, pause, pauses, paused, finish,
    finishes, concludes, postpone, postpones, postponed, delay, delays, delayed, called off,
    calls off, call off, abandon, abandons, abandoned, terminate, terminates, drop plan,
    discontinue*, shelve, shelves, shelved, withdraw, withdraws
pole:join:join
    join, joins, joined, joining, sign for, signs for, signs, sign, signed, enter, enters,
    entered, returns, return, returned, returning, rejoin, rejoins, stays, stay, stayed, extends,
    renews
pole:join:leave
    leave, leaves, leaving, quit, quits, quitting, exit, exits, exited, depart, departs, departed,
    departure, resign, resigns, resigned, resignation, step down, steps down, stepped down,
    stepping down, walk out, walks out, retires, retire, retired, pulls out, pull out, pulled out,
    withdraws from, released by
pole:law:allow
    allow, allows, allowed, legalize, legalizes, legalized, legalise, legalises, authorize,
    authorizes, authorise, authorises, permit, permits, permitted, lift ban, lifts ban, unblock,
    unblocks, unban, unbans, restore, restores, restored, eases, ease, eased, lifts, lift, lifted,
    loosen, loosens, legal, exempt, exempts, relax, relaxes, relaxed, soften, softens
pole:law:ban
    ban, bans, banned, banning, forbid, forbids, prohibit, prohibits, prohibited, outlaw, outlaws,
    outlawed, bar, bars, barred, restrict, restricts, restricted, tighten, tightens, tightened,
    illegal, criminalize, criminalizes, criminalise, criminalises, impose, imposes, imposed,
    toughen, toughens, toughened, slap, slaps, slapped
pole:trade:buy
    buy, buys, buying, bought, acquire, acquires, acquired, purchase, purchases, snaps up
pole:trade:sell
    sell, sells, selling, sold, divest, divests, offload, offloads
pole:staff:hire
    hire, hires, hired, hiring, appoint, appoints, appointed, recruit, recruits, names, named,
    reinstate, reinstates, reinstated, promote, promotes, promoted, elects, elected, nominate,
    nominates, nominated
pole:staff:fire
    fire, fires, fired, firing, sack, sacks, sacked, lay off, lays off, layoffs, laid off, oust,
    ousts, ousted, axe, axes, axed, dismissed, demote, demotes, demoted, relegated
pole:life:dead
    die, dies, died, dead, death, kill, kills, killed, killing, fatal, fatally, murdered, dying
pole:life:alive
    survive, survives, survived, alive, rescued, saved, recovers, recovered, recovering, born,
    unhurt, unharmed
pole:found:found
    found, finds, find, discovered, recovered, located, finding
pole:found:lost
    missing, disappears, disappeared, vanishes, vanished, lost
pole:money:profit
    profit, profits, surplus, gain, windfall, inflow, inflows
pole:money:loss
    loss, losses, deficit, shortfall, outflow, outflows
pole:success:yes
    succeed, succeeds, succeeded, success, successful, successfully, achieve, achieves, reach,
    reaches, reached, completes, complete, completed, qualify, qualifies, qualified
pole:success:no
    fail, fails, failed, failing, fails to, fail to, failed to, failure, unsuccessful, miss,
    misses, missed, misfire, collapses, aborted, scrubbed
pole:extreme:best
    best, top, finest
pole:extreme:worst
    worst, bottom
pole:amount:most
    highest, most, maximum, largest, biggest, high, highs, longest, tallest, fastest, richest,
    oldest
pole:amount:least
    lowest, least, minimum, smallest, low, lows, shortest, slowest, poorest, youngest
pole:more:more
    more, greater, stronger, strong, bigger, larger, better, faster
pole:more:less
    less, fewer, weaker, weak, smaller, worse, slower
pole:time:before
    before, ahead of, prior to
pole:time:after
    after, following, in wake of, in the wake of
pole:rank:first
    first, opening, debut
pole:rank:last
    last, final, closing
pole:venue:home
    at home
pole:venue:away
    away
pole:fitness:fit
    fit
pole:fitness:unfit
    unfit, miss, misses, sidelined
pole:landing:safe
    lands safely, land safely, landed safely, safe landing, makes safe landing
pole:landing:crash
    crashes, crashed
pole:toss:bat
    bat, bats, batting, bat first, bats first, batting first
pole:toss:bowl
    bowl, bowls, bowling, field first, bowl first, bowls first, bowling first
pole:effect:yes
    effective
pole:effect:no
    ineffective
pole:compass:north
    north, northern, northerly
pole:compass:south
    south, southern, southerly
pole:compass:east
    east, eastern, easterly
pole:compass:west
    west, western, westerly
pole:compass:northeast
    northeast, northeastern, north east
pole:compass:northwest
    northwest, northwestern, north west
pole:compass:southeast
    southeast, southeastern, south east
pole:compass:southwest
    southwest, southwestern, south west
pole:sex:male
    actor, king, prince, mens, man, men, male, males, boy, boys, gentlemen, father, son, brother,
    husband
pole:sex:female
    actress, queen, princess, woman, women, female, females, girl, girls, womens, ladies, mother,
    daughter, sister, wife
pole:daytime:morning
    morning, am, dawn, breakfast
pole:daytime:noon
    noon, midday, lunchtime, lunch
pole:daytime:afternoon
    afternoon, pm
pole:daytime:evening
    evening, night, tonight, overnight, dinner, late night
pole:import:import
    import, imports, imported
pole:import:export
    export, exports, exported
pole:round:final
    final, finals
pole:round:semifinal
    semifinal, semifinals, semi final, semi finals, semi
pole:round:quarterfinal
    quarterfinal, quarterfinals, quarter final, quarter finals
pole:medal:gold
    gold
pole:medal:silver
    silver
pole:medal:bronze
    bronze
pole:ownership:public
    public, state owned
pole:ownership:private
    private, privately
pole:side:left
    left, left wing, leftist
pole:side:right
    right, right wing, rightist
pole:heat:hot
    hot, heat, heatwave, heat wave, warm
pole:heat:cold
    cold, cold snap, freezing, cool, frost
pole:legal:plain
    legal, lawful, constitutional
pole:legal:not
    illegal, unlawful, unconstitutional
pole:safety:safe
    safe, safely
pole:safety:unsafe
    unsafe, dangerous
pole:mood:hope
    optimistic, optimism, hopes, hopeful, bullish, confident, positive
pole:mood:fear
    pessimistic, pessimism, fears, fear, bearish, worried, negative
pole:age:young
    young, teen, teenager, teenage, child, children, kids, baby, junior, youth, toddler
pole:age:old
    elderly, senior, seniors, pensioner, pensioners, adult, adults
pole:level:primary
    primary, elementary
pole:level:secondary
    secondary, high school
pole:weather:rain
    rain, rains, rainy, showers
pole:weather:snow
    snow, snows, snowy
pole:weather:sun
    sun, sunny, sunshine
pole:correct:yes
    right, correct, justified
pole:correct:no
    wrong, incorrect, unjustified, mistaken
pole:ground:take
    capture, captures, seize, seizes, seized, retake, retakes, recapture, recaptures
pole:ground:lose
    lose, loses, lost, surrender, surrenders, cede, cedes
pole:scale:many
    double, doubles, doubled, triple, triples, tripled
pole:scale:part
    halve, halves, halved
pole:health:better
    recovers, recovered, recovering, improves, improved
pole:health:worse
    worsen, worsens, worsened, worsening, deteriorate, deteriorates, deteriorated
pole:harm:cause
    cause, causes, caused, trigger, triggers, triggered
pole:harm:prevent
    prevent, prevents, prevented, avert, averts, averted, avoid, avoids, avoided
pole:count:single
    single
pole:count:double
    double
pole:count:triple
    triple
pole:scope:regional
    regional
pole:scope:national
    national, nationwide
pole:scope:world
    global, international, worldwide
pole:seat:driver
    driver
pole:seat:passenger
    passenger
pole:upper:upper
    upper
pole:upper:lower
    lower
pole:clocks:back
    go back
pole:clocks:forward
    go forward
noun:dead
    dead, killed, die, dies, died, deaths, death, fatalities, kill, kills, killing, toll,
    dead bodies, bodies, lives
noun:injured
    injured, hurt, wounded, injuries, injures, wounds, injuring, wounding
noun:missing
    missing
noun:cases
    cases, case, infections, infected, patients, hospitalised, hospitalized, hospitalizations,
    hospitalisations
noun:arrests
    arrested, arrests, detained, detainees
noun:jobs
    jobs, job, posts, staff, employees, workers, layoffs, positions, roles, redundancies,
    workforce
noun:people
    people, persons, residents, passengers, victims, migrants, refugees, protesters
noun:homes
    homes, houses, households, customers, residences
noun:signatures
    signatures, votes, views, downloads, subscribers, followers, users
noun:evacuated
    evacuated, displaced, flee, flees, evacuees
noun:flights
    flights, planes, jets, aircraft
noun:years
    years, year, yrs
noun:months
    months, month
noun:weeks
    weeks, week
noun:days
    days, day
noun:hours
    hours, hour
noun:minutes
    minutes, minute, mins
noun:seconds
    seconds, second
stage:arrest
    arrested, arrest, arrests, detained, held, custody, suspect held
stage:charge
    charged, charges, charge, indicted, indictment, accused, arraigned
stage:trial
    trial, court, testifies, testimony, hearing, jury, stands trial
stage:verdict
    convicted, convicts, guilty, acquitted, acquits, verdict, conviction
stage:sentence
    sentenced, sentence, sentences, jailed, jails, prison
stage:appeal
    appeal, appeals, appealed
stage:funeral
    funeral, buried, mourn, mourns, mourners, vigil, tribute, tributes, memorial
stage:inquiry
    investigation, inquiry, probe, investigators, investigating, inquest
stage:found
    found safe, are safe, is safe, unharmed, unhurt, safe and well, turn up, turns up,
    found dead, found alive, body, bodies, remains
stage:taken
    hostage taken, taken hostage, takes hostage, takes hostages, kidnapped, abducted
stage:freed
    freed, walks free, set free, freed from, released on bail, released without charge,
    released from prison, released from custody
stage:over
    declared over, is over, over at last, comes to an end, dies down, died down, contained,
    put out, brought under control, extinguished, declares end of, end of outbreak
stage:off
    call off, calls off, called off, averted, averts
stage:broken
    broken within, is broken, breached, violated, crumbles
stage:home
    return home, returns home, returned home, back home, come home, comes home, reunited,
    returns to training, back in training, returns from injury, back from injury,
    leaves hospital, leave hospital, left hospital, out of hospital, discharged,
    back behind bars, recaptured
stage:repaired
    repaired, repairs, is back, back online, back up, back on, restored, power back
stage:identified
    identified, identifies, pictured, named as
stage:inquiry
    cause
stage:rescue
    rescue, rescuers, rescued, search, search continues, survivors
stage:aftermath
    aftermath, cleanup, clean up, rebuild, rebuilding, anniversary, a week after, a month after,
    year after, one year on
stage:reaction
    react, reacts, reaction, reactions, responds, response, condemns, condolences, apologises,
    apologizes, apology
same:reveal
    reveal, reveals, revealed, unveil, unveils, unveiled, show, shows, shown, present, presents,
    presented, debut, debuts, introduces, announces, announced, announce, announcement
same:firm
    firm, company, business, corp, inc, group, ltd, plc, co
same:says
    tells, told, warns, warned, warning, urges, urged, calls, talks, speaks, states
same:police
    police, cops, officers, officer
same:house
    home, house
same:car
    car, vehicle, auto, automobile
same:film
    film, movie
same:probe
    probe, investigation, inquiry, investigate, investigates, investigating
same:blast
    blast, explosion, bombing
same:quake
    quake, earthquake, tremor, temblor
same:storm
    storm, hurricane, cyclone, typhoon
same:fire
    blaze, wildfire, inferno
same:boss
    ceo, boss, chief executive, chief
same:pic
    photo, photos, picture, pictures, pic, pics, image, images, snaps
same:deal
    deal, agreement, accord, pact, partnership
same:merge
    merger, merge, merges, takeover, acquisition, tie up
same:star
    star, singer
same:kid
    kid, kids, child, children
same:big
    big, huge, massive, major, large, giant
same:blame
    blames, blame, cites, blaming
same:see
    sees, see, expects, expect, seen, forecast, forecasts, predicts
same:demand
    demand, demands, seek, seeks, ask, asks, wants, request, requests
same:get
    receives, receive, obtains
same:tv
    tv, television
same:show
    series, show
same:performs
    performs, perform, performed, performing, performance, concert, gig
same:help
    help, helps, helped, assist, aid, aids, benefit, benefits, benefited
same:outage
    outage, glitch, crash, blackout
same:files
    files, file, filed, filing, seeks, submits
same:fix
    fix, fixes, fixed, patch, patches
same:birdflu
    bird flu, avian flu, avian influenza, h5n1
same:aluminium
    aluminium, aluminum
same:email
    email, emails, e mail, e mails
same:koran
    koran, quran, qur an
; Kin and crowns are of one sex, and no synonyms.
same:father
    father, fathers, dad, dads
same:son
    son, sons
same:brother
    brother, brothers
same:husband
    husband, husbands
same:king
    king, kings
same:prince
    prince, princes
same:mother
    mother, mothers, mum, mums, mom, moms
same:daughter
    daughter, daughters
same:sister
    sister, sisters
same:wife
    wife, wives
same:queen
    queen, queens
same:princess
    princess, princesses
same:boy
    boy, boys
same:girl
    girl, girls
same:actor
    actor, actors
same:actress
    actress, actresses
same:ex
    former, ex
same:possible
    possible, may, could, might, possibly, likely
number
    one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, dozen, thirteen,
    fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, sixty,
    seventy, eighty, ninety
ordinal:1
    first
ordinal:-1
    last, final
ordinal:2
    second
ordinal:3
    third
ordinal:4
    fourth
ordinal:5
    fifth
ordinal:6
    sixth
ordinal:7
    seventh
ordinal:8
    eighth
ordinal:9
    ninth
ordinal:10
    tenth
ordinal:11
    eleventh
ordinal:12
    twelfth
ordinal:13
    thirteenth
ordinal:20
    twentieth
weekday:1
    monday, mondays
weekday:2
    tuesday, tuesdays
weekday:3
    wednesday, wednesdays
weekday:4
    thursday, thursdays
weekday:5
    friday, fridays
weekday:6
    saturday, saturdays
weekday:7
    sunday, sundays
month:1
    january, jan
month:2
    february, feb
month:3
    march, mar
month:4
    april, apr
month:5
    may
month:6
    june, jun
month:7
    july, jul
month:8
    august, aug
month:9
    september, sep, sept
month:10
    october, oct
month:11
    november, nov
month:12
    december, dec
season:1
    spring
season:2
    summer
season:3
    autumn
season:4
    winter
modifier
    former, ex, deputy, vice, acting, assistant, fake, hoax, mock, parody, spoof, drill, exercise,
    rehearsal, simulated, simulation, u21, u23, u19, u20, u17, u18, under 21, under 23, under 19,
    reserve, reserves, youth, wheelchair, paralympic, veterans, trailer, teaser, anti, pro, non,
    alleged, attempted, unofficial, honorary, interim, virtual, pregnant, co, sub, mini, mega,
    indoor, outdoor, online, junior, beta, alpha, prerelease, release candidate, preview build,
    shadow, elect, caretaker, committee, subcommittee, panel, giant, stepbrother, stepfather,
    stepson
; What happens in any town, and to whom.
generic
    murder, manslaughter, fire, blaze, crash, crashes, collision, accident, robbery, burglary,
    theft, stabbing, stabbed, shooting, shot, raid, drug, drugs, assault, attack, attacked, rape,
    fraud, warehouse, house, home, flat, apartment, road, street, school, hospital, mayor,
    council, councillor, driver, pedestrian, cyclist, motorcyclist, passenger, teacher, pupil,
    student, doctor, nurse, officer, suspect, victim, pair, teenager, pensioner, couple, family,
    neighbour, dog, car, van, lorry, truck, bus, train, plane, boat, motorcycle, bike, bridge,
    river, lake, beach, park, shop, store, bank, pub, bar, restaurant, hotel, factory, farm,
    building, court, judge, jury, trial, prison, meeting, budget, bill, vote, election, strike,
    protest, storm, flood, floods, flooding, weather, rain, snow, warning, alert, power, outage,
    water, gas, leak, explosion, evacuation, search, appeal, closed, delays, traffic, roadworks,
    minister, president, government, parliament, chief, ceo, boss, scandal, row, deal, tax, plan,
    plans, report, serious, seriously, critical, injuries, condition, early, local, town, city,
    village, villagers, residents, charged, jailed, dead, killed, dies, injured, hurt, arrested,
    breaks out, destroys, destroyed, damaged, damage, hits, hit, struck, calls, urged, resigns,
    quits, tonight, today, death, incident, emergency, services, team, players, coach, match,
    game, season, club, bomb, threat, threats, evacuated, evacuates, witness, witnesses, body,
    bodies, missing, found, man, men, woman, women, girl, girls, boy, boys, child, children, baby,
    overturns, overturned, rescued, rescues, rescue, crews, firefighters, paramedics, ambulance,
    airport, station, market, church, garage, wins, win, lose, loses, named, appoints, appointed,
    opens, opened, reopens, shuts, cancelled, postponed, award, awards, work, works, winner,
    concern, concerns, travel, chaos, holiday, bank, charity, event, fundraiser, volunteers,
    arrest, arrests, charges, charge, sentenced, bail, inquest, verdict, remains, identified
"""
