"""French words that carry meaning for evidence."""

from strandline.core.dedup.evidence.lexicon.inflecting import inflected

FRENCH = inflected("""
function
    ne, le, la, les, l, un, une, des, du, de, d, au, aux, à, en, dans, sur, sous, par, pour, avec,
    chez, vers, entre, et, ou, où, mais, donc, or, ni, car, que, qu, qui, quoi, dont, ce, cet,
    cette, ces, c, se, s, sa, son, ses, leur, leurs, notre, nos, votre, vos, mon, ma, mes, il,
    elle, ils, elles, on, nous, vous, je, j, tu, me, m, te, t, y, lui, eux, est, sont, était,
    étaient, a, ont, avait, avaient, être, avoir, sera, seront, va, vont, fait, faire, font, été,
    étant, ayant, plus, moins, très, aussi, encore, déjà, ainsi, comme, si, tout, tous, toute,
    toutes, même, autre, autres, quand, lors, selon, après, avant, depuis, pendant, jusqu, face,
    suite, afin, ici, là, peut, peuvent, doit, doivent, voici, voilà, dit, dite, nouveau, nouvelle,
    nouvelles, nouveaux, premier, première, fois, cela, ça, dès, hors, contre, quelques, plusieurs,
    autour, environ, annonce, annoncé, n, officiel, officielle
plain
    premiers pas, un pas, pas à pas, faux pas, pas de calais, le pas, grands pas, ses pas,
    pas de la porte, non seulement, pas seulement, sans abri, sans abris, sans papiers, sans faute,
    sans emploi, un peu, peu à peu, depuis peu, sous peu, peu après, peu avant, peu de temps,
    à peu près, environ, près de, presque, quelque, autour de, une estimation, quasi, quasiment,
    proche de, frôle, plus de, plus d, au moins, au-delà de, dépasse, dépassent, plus que,
    supérieur à, moins de, moins d, au plus, sous les, inférieur à, sous la barre, cent, cents,
    mille, million, millions, milliard, milliards, md, mds, par
negator
    ne pas, pas, jamais, sans, aucun, aucune, non, ni, nul, rien, personne ne, refuse de,
    refusent de, échoue à, impossible, ne plus, renonce à, renoncent à, refuse d, refusent d,
    refusé de, à peine, peu, épargné, épargnée, épargnés, épargnées
; These deny only behind `ne`.
negator:ne
    plus, plus de, plus d, guère
pole:direction:up
    hausse, hausses, augment*, grimpe, grimpent, bondi*, progress*, monte, montent, montée, relève,
    relèvent, relèvement, s'envole, envole, envolent, envolée, croît, remonte, remontent, rebond,
    rebondit, accélèr*, gagne, renforce, flambe, flambée, élargi*, améliore, double, s'améliore,
    explose, repart à la hausse, en hausse, à la hausse, alourdi*, s'alourdit, rallonge, bondi+,
    majoré+, gonfl~, redress~, relevé+, montera, monteront, grimp~, amélior~, revoit à la hausse,
    revu à la hausse, revue à la hausse, revus à la hausse, revues à la hausse, en forte hausse,
    en légère hausse, haussier, triple, triplent, allong~, rallong~, étend, étendu+
pole:direction:down
    baisse, baissent, baisser, baisses, recul, recule, reculent, chute, chutent, chuter, diminu*,
    plonge, plongent, dégringole, dégringolent, tombe, tombent, réduit, réduction, réduisent,
    abaisse, abaissent, abaissement, repli, replie, replient, ralenti*, s'effondre, effondre,
    effondrement, cède, fléchi*, dévisse, allège, allègent, rabote, raccourci*, en baisse,
    à la baisse, rétréci*, s'écroule, écroule, coupe, dégrad~, descend, descendent, descendu+,
    décroît, décrue, frein~, minor~, amput~, revoit à la baisse, revu à la baisse,
    revue à la baisse, revus à la baisse, revues à la baisse, baiss~, recul~, plong~, abaiss~,
    atténu~, en forte baisse, en légère baisse, baissier, écourt~
pole:direction:flat
    stable, stables, inchangé, inchangés, inchangée, maintient, maintiennent, maintien, stagne,
    stagnent, gèle, gel, laisse inchangés, statu quo, patin~, piétin~, plafonn~
pole:outcome:win
    gagne, gagnent, bat, battent, remporte, remportent, s'impose, imposent, impose, victoire,
    domine, dominent, écrase, renverse, terrasse, triomphe, triomphent, sacré, sacrée, élimine,
    dispose, corrige, surclasse, s'adjuge, adjuge, l'emporte, l'emportent, vient à bout,
    viennent à bout, dompt~, fait tomber, réélu+, sacrés, sacrées, punit, surprend, surprennent,
    douch~, assomm~, balaie, balaient, pulvéris~, prend le dessus, fait chuter, font chuter,
    déroule, maîtrise, vire en tête, humilie, étrille, étrillent
pole:outcome:lose
    perd, perdent, perdu, s'incline, incline, inclinent, battu, battue, battus, éliminé, éliminée,
    éliminés, tombe, chute, dominé, dominés, dominée, écrasé, renversé, sombre, cède, vaincu,
    battu+, éliminé+, dominé+, écrasé+, renversé+, vaincu+, corrigé+, terrassé+, surclassé+,
    défait+, cale, calent, trébuche, trébuchent, bute, butent, coule, coulent, plie, plient,
    craque, craquent, surpris, surprise, humilié+, étrillé+, punis, tenu en échec, tenus en échec,
    tenue en échec, se fait surprendre, rend les armes, prend l'eau
pole:result:won
    victoire, victoires, vainqueur, champion, championne
pole:result:lost
    défaite, défaites, vaincu
pole:goals:2
    doublé
pole:goals:3
    triplé
pole:outcome:draw
    nul, match nul, neutralis*, dos à dos, égalité, accroche, accrochent, se neutralisent,
    partage des points, arrache le nul
pole:vote:yes
    approuv*, adopt*, accept*, valid*, ratifi*, soutien, soutient, soutiennent, vote pour,
    votent pour, autorise, donne son feu vert, feu vert, dit oui, oui, entérine, favorable, pour,
    salue, saluent, applaudit, confirme la condamnation, accorde, accordent, plébiscit~
pole:vote:no
    rejet*, refus*, bloque, bloquent, retoqu*, repouss*, s'oppose, oppose, opposent, veto,
    vote contre, votent contre, contre, dit non, défavorable, désavoue, censure, censuré, annule,
    invalid*, condamne, condamnent, critique, critiquent, dénonce, dénoncent, déboute, débouté,
    déboutés, hostile, hostiles, opposé+, réprouv~
pole:open:open
    ouvre, ouvrent, ouvert, ouverte, ouverts, ouverture, ouvrir, rouvre, rouvrent, rouvert,
    rouverte, réouverture, rouvrir, déconfine, inaugure, inauguré, ouvert+, rouvert+, ouvrira,
    ouvriront, rouvrira, rouvriront, rouvraient
pole:open:shut
    ferme, ferment, fermé, fermée, fermés, fermeture, fermetures, fermer, referme, referment,
    refermé, refermer, clôture, fermera, fermeront, refermera, fermé+, baisse le rideau,
    met la clé sous la porte, mettent la clé sous la porte
pole:custody:held
    arrêté, arrêtée, arrêtés, arrête, arrestation, arrestations, interpell*, incarcér*, détenu,
    détenus, emprisonn*, garde à vue, écroué, écrouée, écroués, placé en détention,
    placés en détention, détention, capturé, enlevé, kidnappé, prison, arrêté+, interpellé+,
    écroué+, capturé+, enlevé+, kidnappé+, appréhendé+, se rend, se rendent,
    se constitue prisonnier, sous les verrous, détenu+, rattrapé+, repris
pole:custody:free
    libér*, relâch*, remis en liberté, remise en liberté, relaxé, s'évade, évadé, évasion,
    sort de prison, liberté, relaxé+, évadé+, s'évadent, remises en liberté, en cavale, sort libre,
    en fuite, toujours en fuite
pole:guilt:guilty
    coupable, coupables, condamné, condamnée, condamnés, condamnation, reconnu coupable, condamné+,
    écope, écopent
pole:guilt:clear
    acquitté, acquittée, acquittés, acquittement, relaxe, relaxé, relaxés, relaxée, innocenté,
    innocent, blanchi, blanchie, non-lieu, non coupable, acquitté+, relaxé+, innocenté+, blanchi+,
    mis hors de cause, mise hors de cause
pole:claim:yes
    confirm*, reconna*, admet, admettent, avoue, avouent, affirm*, assure, assurent, revendique,
    dit, disent, déclare, annonce, maintient, soutient
pole:claim:no
    nie, nient, nier, dément, démentent, démenti, démentir, conteste, contestent, réfute, réfutent,
    récuse, démenti+, c'est faux, intox, infox, canular, fausse rumeur, démentira
pole:start:start
    commence, commencent, débute, débutent, début, lance, lancent, lancé, lancée, lancement,
    démarr*, reprend, reprennent, reprise, relance, relancent, entame, entament, instaure,
    rétablit, rétablissent, coup d'envoi, maintenu+, aura lieu, auront lieu, se tiendra, rétabli+,
    reprendra, reprendront, lancé+, relancé+, renouvel*, reconduit+, commencera, débutera
pole:start:stop
    fin, finit, s'achève, achève, achèvent, termine, arrêt, arrête, arrêter, stoppe, stoppent,
    suspend, suspendent, suspendu, suspendue, suspension, annule, annulé, annulée, annulent,
    annulation, interrompt, interrompu, report, reporte, reporté, reportée, renonce, renoncent,
    abandon, abandonne, abandonnent, supprime, supprimé, met fin, cesse, cessent, prend fin,
    repoussé, repoussée, annulé+, annulera, reporté+, reportent, abandonné+, supprimé+, suspendu+,
    interrompu+, stoppé+, tourne court, s'arrête, cessera
pole:join:join
    rejoint, rejoignent, signe, arrive, arrivée, s'engage, engage, engagé, recrue, entre, débarque,
    revient, retour, reste, prolonge, prolongent, rempile, s'install~, rejoindra, arrivera,
    signera, reviendra
pole:join:leave
    quitte, quittent, part, partent, départ, départs, démission, démissionne, démissionnent, sort,
    sortie, se retire, retire, retrait, claque la porte, prend sa retraite, forfait, s'en va,
    quittera, quitteront, démissionn~, partira, s'en vont, déménag~, se sépare de, se séparent de,
    se sépare d
pole:law:allow
    autoris*, permet, permettent, légalis*, lève, levée, assoupli*, lève l'interdiction,
    dépénalis*, exonère, réautoris*, débloque, débloquent, libéralise, autorisé+, légalisé+,
    assouplit
pole:law:ban
    interdi*, prohib*, bannit, bannir, banni, durci*, restreint, restriction, impose, imposent,
    proscri*, pénalise, interdit+
pole:trade:buy
    achète, achètent, rachète, rachètent, rachat, acquiert, acquisition, s'offre, rafle, acheter,
    acheté+, racheté+, rachètera, acquérir
pole:trade:sell
    vend, vendent, vente, cède, cèdent, cession, vendu, vendre, vendra, vendront, vendu+
pole:staff:hire
    embauch*, nomm*, recrut*, promu, élu, élue, désigné, désignée, réintègre, réintégré, investi,
    investie, embauché+, nommé+, promu+, désigné+
pole:staff:fire
    licenci*, limog*, congédi*, viré, virée, renvoi, renvoie, débarqu*, révoqué, évinc*, destitu*,
    viré+, limogé+, licencié+, débarqué+, rétrogradé+, démis, démise, démis de ses fonctions,
    démise de ses fonctions, remercié+, écarté+
pole:life:dead
    mort, morts, morte, mortes, meurt, meurent, décès, décédé, décédée, décède, tué, tués, tuée,
    tuées, tue, tuent, mourir, disparition, perd la vie, tué+, décédé+, succomb~
pole:life:alive
    survi*, vivant, vivante, vivants, sauvé, sauvée, sauvés, sain et sauf, sains et saufs, indemne,
    indemnes, naissance, guéri, guérie, sauvé+, rescapé+, vivant+, survivant+,
    entre la vie et la mort, pronostic vital engagé
pole:found:found
    retrouvé, retrouvée, retrouvés, découvert, découverte, localisé, localisée, retrouvé+,
    découvert+, localisé+, réapparaît
pole:found:lost
    disparu, disparue, disparus, disparition, introuvable, recherché, porté disparu, perdu,
    disparu+, perdu+, recherché+
pole:money:profit
    bénéfice, bénéfices, profit, profits, excédent, gain, gains, rentable, excédentaire,
    excédentaires, bénéficiaire, bénéficiaires, dans le vert
pole:money:loss
    perte, pertes, déficit, trou, ardoise, dans le rouge, déficitaire, déficitaires
pole:success:yes
    réuss*, succès, atteint, atteignent, se qualifie, qualifié, qualifiée, qualifiés, abouti*,
    parvient, qualifié+
pole:success:no
    échou*, échec, échecs, rate, ratent, raté, manque, manqué, capote, recalé+, éliminé+
pole:extreme:best
    meilleur, meilleure, meilleurs, meilleures, top
pole:extreme:worst
    pire, pires, flop
pole:amount:most
    maximum, record, plus haut, le plus haut, plus élevé, plus grand, plus grande
pole:amount:least
    minimum, plus bas, le plus bas, plus faible, plus petit, plus petite
pole:more:more
    mieux, davantage, plus fort, plus forte
pole:more:less
    pis, moins bien, plus faible
pole:time:before
    avant, en amont, la veille
pole:time:after
    après, à la suite, au lendemain
pole:rank:first
    premier, première, premiers, premières
pole:rank:last
    dernier, dernière, derniers, dernières
pole:venue:home
    à domicile
pole:venue:away
    à l'extérieur
pole:compass:north
    nord, septentrional
pole:compass:south
    sud, méridional
pole:compass:east
    oriental, orientale
pole:compass:west
    ouest, occidental
pole:compass:northeast
    nord est
pole:compass:northwest
    nord ouest
pole:compass:southeast
    sud est
pole:compass:southwest
    sud ouest
pole:sex:male
    acteur, roi, prince, homme, hommes, masculin, masculine, masculins, garçon, garçons, messieurs,
    père, fils, frère, mari, bleus, joueur, joueurs, champion, champions
pole:sex:female
    actrice, reine, princesse, femme, femmes, féminin, féminine, féminines, fille, filles, dames,
    mère, soeur, sœur, épouse, bleues, joueuse, joueuses, championne, championnes
pole:daytime:morning
    matin, matinée, matinale, petit déjeuner
pole:daytime:noon
    midi, déjeuner
pole:daytime:afternoon
    après midi
pole:daytime:evening
    soir, soirée, nuit, dîner
pole:import:import
    importation, importations, importe
pole:import:export
    exportation, exportations, exporte
pole:round:final
    finale
pole:round:semifinal
    demi finale, demi finales, demie, demies
pole:round:quarterfinal
    quart de finale, quarts de finale, quarts
pole:medal:gold
    or
pole:medal:silver
    argent
pole:medal:bronze
    bronze
pole:ownership:public
    public, publique, publics, publiques, étatique, nationalis~, municipalis~
pole:ownership:private
    privé, privée, privés, privées, privatis~
pole:side:left
    gauche
pole:side:right
    droite
pole:heat:hot
    chaud, chaude, chaleur, canicule, redoux
pole:heat:cold
    froid, froide, gel, grand froid, fraîcheur
pole:legal:plain
    légal, légale, légaux, constitutionnel, conforme, régulier, régulière
pole:legal:not
    illégal, illégale, illégaux, inconstitutionnel
pole:mood:hope
    optimiste, optimistes, optimisme, espoir, confiant, confiance, rassur~, soulag~, soulagement
pole:mood:fear
    pessimiste, pessimistes, pessimisme, crainte, craintes, inquiet, inquiétude, défiance, alarm~,
    s'alarme, redout~
pole:age:young
    jeune, jeunes, enfant, enfants, ado, adolescent, adolescente, adolescents, bébé, mineur,
    mineurs, mineure
pole:age:old
    retraité, retraités, retraitée, senior, seniors, octogénaire, septuagénaire, nonagénaire,
    majeur, majeurs, adulte, adultes
pole:level:primary
    école, écoles, primaire
pole:level:middle
    collège, collèges, collégien, collégiens, collégienne
pole:level:secondary
    lycée, lycées, lycéen, lycéens, lycéenne
pole:weather:rain
    pluie, pluies, averses, pluvieux
pole:weather:snow
    neige, neiges, enneigé
pole:weather:sun
    soleil, ensoleillé, éclaircies
pole:manhunt:caught
    mis hors d'état de nuire, neutralisé+, interpellé+, arrêté+, maîtrisé+
pole:manhunt:wanted
    recherché+, en fuite, en cavale, traqué+
pole:course:better
    amélior~, atténu~, s'apais~, apais~, détend, calm~, accalmie
pole:course:worse
    aggrav~, s'aggrav~, empir~, dégrad~, détérior~, envenim~, s'envenim~
pole:presence:there
    présent, présents
pole:presence:away
    absent+
pole:lineup:starts
    titulaire, titulaires, titularisé+
pole:lineup:bench
    remplaçant+, sur le banc
pole:deal:made
    signe, signent, signé+, conclut, concluent, conclu+, scellent, scelle, prolongé+, renouvelé+,
    reconduit, reconduite
pole:deal:broken
    dénonce, dénoncent, rompt, rompent, rompu+, rupture, déchire
pole:block:blocked
    bloqu~
pole:block:free
    débloqu~, rouvert+, levée du blocage
pole:firm:saved
    repris+, sauvé+, repreneur, redressement, redressement judiciaire, plan de sauvegarde
pole:firm:dead
    liquidé+, liquidation, liquidation judiciaire
pole:ascent:up
    promu+, promotion, accession, monte, montée
pole:ascent:down
    relégué+, relégation, rétrogradé+, descend, descente
pole:timing:earlier
    avancé+, anticipé+, en avance
pole:timing:later
    retardé+, en retard, différé+, décalé+, reporté+
pole:fate:off
    annulé+, annule, annulent, annulation
pole:fate:later
    reporté+, reporte, reportent, report, renvoyé+, ajourné+, repoussé+, décalé+
pole:fate:kept
    maintenu+, aura lieu, auront lieu, se tiendra, s'ouvre
pole:lock:locked
    confin~, confinement
pole:lock:free
    déconfin~, déconfinement
pole:sign:positive
    positif, positifs, positive, positives
pole:sign:negative
    négatif, négatifs, négative, négatives
pole:bloc:majority
    majorité, majoritaire, majoritaires
pole:bloc:minority
    minorité, minoritaire, minoritaires, opposition
pole:lease:owner
    propriétaire, propriétaires, bailleur, bailleurs, acheter
pole:lease:tenant
    locataire, locataires, louer
pole:price:free
    gratuit+, gratuitement, gratuité
pole:price:paid
    payant+
pole:duty:must
    obligatoire, obligatoires, obligation
pole:duty:may
    facultatif, facultatifs, facultative, facultatives
pole:praise:good
    salue, saluent, félicit~, encens~, vant~, défend, défendent
pole:praise:bad
    épingl~, fustig~, tacl~, éreint~, accabl~, déplor~
pole:evac:out
    évacu~
pole:evac:back
    regagn~, réintègrent, rentrent chez eux, de retour chez eux
pole:ward:in
    hospitalisé+
pole:ward:out
    sorti de l'hôpital, sortie de l'hôpital, sort de l'hôpital, quitte l'hôpital,
    quitté l'hôpital
pole:full:full
    complet, complète, comble, à guichets fermés
pole:full:empty
    vide, vides, désert, déserte, à moitié vide
pole:health:growth
    croissance, essor, embellie
pole:health:crisis
    crise, récession, déclin, marasme
pole:bar:over
    franchit, franchissent, dépasse, dépassent
pole:bar:under
    repasse sous, passe sous, tombe sous, retombe sous, repassent sous, passent sous
pole:market:green
    dans le vert
pole:market:red
    dans le rouge
pole:union:together
    mariage, se marie, se marient, fiancé+
pole:union:apart
    divorce, divorcent, se sépare, se séparent, séparation
pole:unity:one
    unanime, unanimes, unanimité, uni, unis
pole:unity:split
    divisé+, division, divisions, fracture, désaccord
pole:jobs:more
    crée, créent, créer, créera, créé+, création, créations
pole:jobs:fewer
    supprim~, suppression, suppressions
pole:build:up
    constru*, bâtit, bâtir, édifi~
pole:build:down
    démoli*, démantèle, démanteler, démantelé+, rasé+
pole:tree:in
    plant~
pole:tree:out
    abat, abattent, abattu+, arrach~
pole:guest:in
    accueill*, héberg~
pole:guest:out
    expuls~, refoul~
pole:supply:short
    pénurie, pénuries, manque, rupture de stock
pole:supply:glut
    surplus, surproduction, excédent
pole:rich:rich
    riche, riches, aisé+
pole:rich:poor
    pauvre, pauvres, modeste, modestes
pole:ballot:won
    élu, élue, élus, élues, réélu+
pole:ballot:lost
    battu+, défait, défaite
pole:drink:fit
    potable
pole:drink:unfit
    impropre à la consommation, non potable, impropre
pole:right:right
    donne raison à, donnent raison à
pole:right:wrong
    donne tort à, donnent tort à
pole:near:nearer
    se rapproche, se rapprochent, approche, approchent, s'approche
pole:near:farther
    s'éloigne, s'éloignent
noun:dead
    mort, morts, morte, mortes, tué, tués, tuée, tuées, décès, décédé, décédés, victimes, tue
noun:injured
    blessé, blessés, blessée, blessées, blesse
noun:missing
    disparu, disparus, disparue
noun:cases
    cas, contaminations, hospitalisations, hospitalisés, infections, malades, patients
noun:arrests
    interpellations, interpellés, arrestations, arrêtés, gardes à vue
noun:jobs
    emplois, emploi, postes, poste, salariés, salarié, licenciements, embauches, employés,
    suppressions
noun:people
    personnes, personne, habitants, passagers, migrants, réfugiés, manifestants, gens
noun:homes
    maisons, logements, foyers, clients, abonnés
noun:signatures
    signatures, voix, vues, téléchargements, utilisateurs
noun:evacuated
    évacués, évacuées, déplacés, sinistrés
noun:flights
    vols, avions
noun:years
    ans, an, années, année
noun:months
    mois
noun:weeks
    semaines, semaine
noun:days
    jours, jour, journée, journées
noun:hours
    heures, heure
noun:minutes
    minutes, minute
noun:seconds
    secondes, seconde
stage:arrest
    arrêté, arrêtés, arrêtée, interpellé, interpellée, interpellés, garde à vue, interpellation,
    arrestation
stage:charge
    mis en examen, mise en examen, inculpé, inculpée, accusé, accusée, poursui*, écroué, écrouée,
    mises en examen, mise en cause
stage:trial
    procès, jugé, jugée, jugés, tribunal, assises, audience, comparaît, comparution, comparait,
    barre
stage:verdict
    coupable, verdict, condamné, condamnée, condamnés, acquitté, relaxé
stage:sentence
    peine, prison ferme, condamné à, condamnée à
stage:appeal
    appel, fait appel, cassation, pourvoi
stage:funeral
    obsèques, funérailles, enterrement, inhumé, hommage, hommages, recueillement, marche blanche,
    minute de silence
stage:inquiry
    enquête, enquêteurs, autopsie, investigations, appel à témoins
stage:found
    retrouvé mort, retrouvés morts, retrouvée morte, corps, retrouvé sain et sauf,
    retrouvée saine et sauve
stage:identified
    identifié, identifiée, identifiés
stage:inquiry
    origine
stage:rescue
    secours, sauveteurs, sauvetage, recherches, survivants
stage:aftermath
    un an après, un mois après, une semaine après, reconstruction, anniversaire, reconstruire
stage:reaction
    réagit, réagissent, réaction, réactions, répond, excuses, s'excuse, condoléances, s'explique,
    sort du silence
stage:freed
    libération, libérations, libéré+, relâché+, est libre, sont libres, enfin libre, enfin libres,
    retrouve la liberté, recouvre la liberté, remis en liberté, remise en liberté
stage:reversal
    fait marche arrière, font marche arrière, fait machine arrière, rétropédale, rétropédalent,
    se ravise, volte face, renonce, renoncent, annulé+, annule, annulent, annulation, invalid~
stage:over
    rétabli+, retour à la normale, maîtrisé+, circonscrit+, sous contrôle, décrue, feu fixé,
    feu éteint, incendie fixé, incendie éteint, feu est fixé, incendie est fixé, alerte levée,
    fin de l'alerte, fin d'alerte
stage:demand
    requis+, requiert, réquisitions, réquisitoire
; Kin and crowns are of one sex, and no synonyms.
same:father
    père, pères
same:son
    fils
same:brother
    frère, frères
same:husband
    mari, maris
same:king
    roi, rois
same:prince
    prince, princes
same:mother
    mère, mères
same:daughter
    fille, filles
same:sister
    soeur, soeurs
same:wife
    épouse, épouses
same:queen
    reine, reines
same:princess
    princesse, princesses
same:boy
    garçon, garçons
same:actor
    acteur, acteurs
same:actress
    actrice, actrices
same:thebleus
    bleus
same:thebleues
    bleues
same:player
    joueur, joueurs
same:womanplayer
    joueuse, joueuses
same:none
    pas, aucun, aucune
; Of one side of an opposition, and each a thing of its own.
own
    évasion, évasions, détenu+, hospitalisé+,
    reporte, reportent, report, reporté+, annule, annulent, annulé+, annulation, suspend,
    suspendent,
    suspendu+, suspension, abandon, abandonne, abandonnent, interrompt, renonce, renoncent, bloqu~,
    critique, critiquent, dénonce, dénoncent, condamne, condamnent, censure, veto, soutien,
    soutient,
    soutiennent, salue, saluent, accorde, accordent, revient, retour, reste, prolonge, prolongent,
    arrive, arrivée, forfait, retraite, sort, sortie, durcit, impose, imposent, pénalise, double,
    triple, enlevé+, kidnappé+, prison, capturé+, évadé+, enfant, enfants, ado, adolescent+, bébé,
    mineur+, jeune, jeunes, retraité+, senior, seniors, majeur+, adulte, adultes, champion,
    champions,
    championne, championnes, levée, lève, renforce, gagne, maintenu+, record
same:reveal
    révèle, révèlent, révélé, dévoile, dévoilent, dévoilé, présente, présentent, présenté, montre,
    annonce, annoncé, officialise, officialisé, lève le voile
same:firm
    entreprise, société, groupe, firme, compagnie, maison
same:says
    raconte, explique, témoigne, prévient, appelle, demande, souhaite, estime
same:police
    police, policiers, policier, gendarmes, gendarmerie, gendarme, forces de l'ordre
same:car
    voiture, véhicule, automobile, automobiliste
same:film
    film, long métrage
same:probe
    enquête, investigation
same:quake
    séisme, tremblement de terre, secousse
same:storm
    tempête, ouragan, cyclone, typhon
same:fire
    incendie, feu, brasier
same:boss
    pdg, patron, patronne, dirigeant, dg
same:director
    directeur, directrice, directeurs
same:former
    ex, ancien, ancienne, anciens, anciennes
same:postponed
    reporte, reportent, report, reporté+, renvoyé+, ajourné+, repoussé+, différé+, décalé+
same:cancelled
    annule, annulent, annulé+, annulation
same:pic
    photo, photos, image, images, cliché, clichés
same:deal
    accord, pacte, partenariat, contrat
same:merge
    fusion, fusionne, fusionnent, rapprochement
same:cut
    supprimer, supprime, supprimera, suppression, suppressions
same:mayor
    maire, mairie
same:wants
    veut, souhaite, propose, demande, réclame, exige, envisage
same:strike
    grève, grévistes, mobilisation, mobilisés
same:protest
    manifestation, manifestations, manifestants, manif, défilé, cortège
same:accident
    accident, collision, crash
same:hurt
    grièvement, gravement
same:file
    porte plainte, plainte
number
    deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze,
    seize, vingt, trente, quarante, cinquante, soixante, quatre vingts, quatre vingt
ordinal:1
    premier, première, premiers, premières
ordinal:-1
    dernier, dernière, derniers, dernières
ordinal:2
    deuxième, second, seconde
ordinal:3
    troisième
ordinal:4
    quatrième
ordinal:5
    cinquième
ordinal:6
    sixième
ordinal:7
    septième
ordinal:8
    huitième
ordinal:9
    neuvième
ordinal:10
    dixième
ordinal:11
    onzième, onzièmes
ordinal:12
    douzième, douzièmes
ordinal:13
    treizième, treizièmes
ordinal:14
    quatorzième, quatorzièmes
ordinal:15
    quinzième, quinzièmes
ordinal:16
    seizième, seizièmes
ordinal:17
    dix septième, dix septièmes
ordinal:18
    dix huitième, dix huitièmes
ordinal:19
    dix neuvième, dix neuvièmes
ordinal:20
    vingtième, vingtièmes
ordinal:21
    vingt et unième, vingt et unièmes
ordinal:22
    vingt deuxième, vingt deuxièmes
ordinal:23
    vingt troisième, vingt troisièmes
ordinal:24
    vingt quatrième, vingt quatrièmes
ordinal:25
    vingt cinquième, vingt cinquièmes
ordinal:26
    vingt sixième, vingt sixièmes
ordinal:27
    vingt septième, vingt septièmes
ordinal:28
    vingt huitième, vingt huitièmes
ordinal:29
    vingt neuvième, vingt neuvièmes
ordinal:30
    trentième, trentièmes
ordinal:31
    trente et unième, trente et unièmes
ordinal:40
    quarantième, quarantièmes
ordinal:50
    cinquantième, cinquantièmes
ordinal:60
    soixantième, soixantièmes
ordinal:70
    soixante dixième, soixante dixièmes
ordinal:75
    soixante quinzième, soixante quinzièmes
ordinal:80
    quatre vingtième, quatre vingtièmes
ordinal:90
    quatre vingt dixième, quatre vingt dixièmes
ordinal:100
    centième, centièmes
ordinal:1000
    millième, millièmes
weekday:1
    lundi, lundis
weekday:2
    mardi, mardis
weekday:3
    mercredi, mercredis
weekday:4
    jeudi, jeudis
weekday:5
    vendredi, vendredis
weekday:6
    samedi, samedis
weekday:7
    dimanche, dimanches
month:1
    janvier, janv
month:2
    février, févr
month:3
    mars
month:4
    avril
month:5
    mai
month:6
    juin
month:7
    juillet, juil
month:8
    août
month:9
    septembre, sept
month:10
    octobre, oct
month:11
    novembre, nov
month:12
    décembre, déc
season:1
    printemps
season:2
    cet été, l'été, d'été, en été, été prochain, été dernier
season:3
    automne
season:4
    hiver
modifier
    ex, ancien, ancienne, vice, adjoint, adjointe, faux, fausse, parodie, exercice, simulation,
    espoirs, u21, u23, u19, u20, u17, réserve, handisport, paralympique, vétérans, bande annonce,
    teaser, anti, pro, présumé, présumée, tentative, par intérim, intérimaire, virtuel, virtuelle,
    enceinte, cadets, minimes, benjamins, en salle, en ligne, en commission, commission
; What happens in any town, and to whom.
generic
    meurtre, homicide, incendie, feu, accident, collision, choc, carambolage, braquage,
    cambriolage, vol, agression, fusillade, tir, tirs, coups de couteau, trafic, drogue,
    stupéfiants, viol, fraude, entrepôt, maison, appartement, immeuble, route, départementale,
    autoroute, rue, école, hôpital, maire, mairie, conseil, conseiller, conducteur, conductrice,
    piéton, cycliste, motard, automobiliste, passager, professeur, élève, étudiant, médecin,
    infirmière, policier, suspect, victime, couple, famille, voisin, chien, voiture, camion, bus,
    train, avion, bateau, moto, vélo, pont, rivière, lac, plage, parc, magasin, banque, bar,
    restaurant, hôtel, usine, ferme, grange, bâtiment, tribunal, juge, procès, prison, réunion,
    budget, loi, vote, élection, grève, manifestation, tempête, inondation, inondations, orage,
    orages, pluie, neige, vigilance, alerte, coupure, électricité, eau, gaz, fuite, explosion,
    évacuation, recherches, appel, témoins, circulation, travaux, ministre, président,
    gouvernement, parlement, patron, scandale, accord, impôt, plan, projet, rapport, grave,
    grièvement, gravement, état, ville, village, habitants, commune, blessés, homme, femme, éclate,
    décès, incident, urgence, pompiers, équipe, joueurs, entraîneur, match, saison, club,
    assemblée, générale, marché, fête, repas, concert, exposition, inauguration, avis, poignardé+,
    fermé+, interpellé+, blessé+, mort+, détruit+, ravage, ravagé+, municipal+, municipaux,
    mortel+, mortelle, mortelles, local+, locaux, agressé+, tué+, renversé+, percuté+, perturbé+,
    coupé+, bloqué+, évacué+, relogé+, menacé+, mobilisé+, arrêté+, jugé+, condamné+, retrouvé+,
    disparu+, hospitalisé+, ouvert+, annulé+, reporté+, lancé+, inauguré+, rénové+, vandalisé+,
    cambriolé+, incendié+, endommagé+, inquiet, inquiets, demain, matin, soir, nuit, midi, hier,
    aujourd'hui, week-end, semaine, jour, jours, mois, an, ans, rentrée, vacances, été, hiver,
    printemps, automne, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, préfet, préfète,
    préfecture, sous-préfet, député, sénateur, adjoint, élus, élu, commerçants, commerce,
    commerces, parents, enfants, classe, classes, fermeture, ouverture, réouverture, cantine,
    crèche, collège, lycée, université, médiathèque, bibliothèque, musée, cinéma, théâtre, piscine,
    stade, gymnase, salle, église, cimetière, place, quartier, centre-ville, gare, parking,
    aéroport, port, mer, montagne, forêt, champ, jardin, chantier, toit, façade, cave, cuisine,
    balle, balles, arme, couteau, coups, conjoint, ex-conjoint, ex-mari, compagnon, compagne, bébé,
    adolescent, adolescente, fillette, garçon, fille, jeune, jeunes, septuagénaire, octogénaire,
    retraité, retraitée, inconnu, individu, individus, cavale, évadé, fin, début, suite, affluence,
    belle, beau, vide-greniers, brocante, loto, kermesse, carnaval, marché de noël, vœux,
    cérémonie, hommage, commémoration, obsèques, minute, silence, don, sang, collecte, bénévoles,
    bénévole, association, associations, comité, bureau, compte rendu, compte-rendu, ordre du jour,
    séance, délibération, fonctions, pris, prise, prend, poste, retraite, départ, arrivée, nouveau,
    nouvelle, maison de retraite, ehpad, résidents, patients, urgences, médecins, infirmiers,
    soignants, hospitalier, clinique, pharmacie, vaccin, vaccination, salariés, emplois, emploi,
    licenciements, usines, syndicat, syndicats, débrayage, blocage, colère, agriculteurs,
    agriculteur, éleveurs, tracteurs, récolte, récoltes, sécheresse, canicule, gel, grêle, crue,
    crues, vent, verglas, arbre, arbres, chute, chutes, poteau, ligne, trains, retards, réseau,
    panne, internet, téléphone, déviation, sens, feux, poids lourd, tracteur, scooter, trottinette,
    animaux, chats, chat, chiens, cheval, chevaux, vaches, sanglier, sangliers, loup, abeilles,
    victoire, défaite, nul, derby, tournoi, championnat, coupe, finale, qualification, montée,
    maintien, recrue, recrues, reprise, entraînement, dirigeants, supporters, bilan, point,
    rencontre, visite, débat, pétition, plainte, enquête, garde à vue, prison ferme, sursis,
    amende, peine, verdict, audience, cour, assises, avocats, maires, communes, intercommunalité,
    facture, factures, prix, hausse, baisse, taxe, taxes, impôts, subvention, subventions, cherche,
    cherchent, recherche, recrute, recrutent, appelle, appellent, prudence, organise, prépare,
    préparent, fêtent, accueille, reçoit, reçoivent, visitent, propose, directeur, directrice,
    principal, proviseur, curé, fanfare, chorale, chasseurs, pêcheurs, randonnée, randonneurs,
    plantent, plante, haie, nettoyage, déchets, tri, poubelles, éclairage, fibre, antenne,
    eau potable, assainissement, station, rond-point, parvis, halle, halles, foire, braderie,
    thé dansant, repas des aînés, aînés, sapeurs, caserne, amicale, escargot, opération, rocade,
    bouchons, bouchon
""")
