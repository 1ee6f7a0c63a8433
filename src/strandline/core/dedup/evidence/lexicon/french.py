"""French words that carry meaning for evidence."""

FRENCH = """
function
    ne, le, la, les, l, un, une, des, du, de, d, au, aux, à, en, dans, sur, sous, par, pour, avec,
    chez, vers, entre, et, ou, où, mais, donc, or, ni, car, que, qu, qui, quoi, dont, ce, cet,
    cette, ces, c, se, s, sa, son, ses, leur, leurs, notre, nos, votre, vos, mon, ma, mes, il,
    elle, ils, elles, on, nous, vous, je, j, tu, me, m, te, t, y, lui, eux, est, sont, était,
    étaient, a, ont, avait, avaient, être, avoir, sera, seront, va, vont, fait, faire, font, été,
    étant, ayant, plus, moins, très, aussi, encore, déjà, ainsi, comme, si, tout, tous, toute,
    toutes, même, autre, autres, quand, lors, selon, après, avant, depuis, pendant, jusqu, face,
    suite, afin, ici, là, peut, peuvent, doit, doivent, veut, veulent, voici, voilà, dit, dite,
    nouveau, nouvelle, nouvelles, nouveaux, premier, première, fois, cela, ça, dès, hors, contre,
    quelques, plusieurs, autour, environ, annonce, annoncé, n, officiel, officielle
plain
    premiers pas, un pas, pas à pas, faux pas, pas de calais, le pas, grands pas, ses pas,
    pas de la porte, non seulement, pas seulement, sans abri, sans abris, sans papiers,
    sans faute, sans emploi
negator
    ne pas, pas, jamais, sans, aucun, aucune, non, ni, nul, rien, personne ne, refuse de,
    refusent de, échoue à, impossible, ne plus
near:about
    environ, près de, presque, quelque, autour de, à peu près, une estimation, quasi, quasiment,
    proche de, frôle
near:over
    plus de, plus d, au moins, au-delà de, dépasse, dépassent, plus que, supérieur à
near:under
    moins de, moins d, au plus, sous les, inférieur à, sous la barre
pole:direction:up
    hausse, hausses, augment*, grimpe, grimpent, bondi*, progress*, monte, montent, montée,
    relève, relèvent, relèvement, s'envole, envole, envolent, envolée, croît, remonte, remontent,
    rebond, rebondit, accélèr*, gagne, renforce, flambe, flambée, élargi*, améliore, double,
    s'améliore, explose, repart à la hausse, en hausse, à la hausse, alourdi*, s'alourdit,
    rallonge
pole:direction:down
    baisse, baissent, baisser, baisses, recul, recule, reculent, chute, chutent, chuter, diminu*,
    plonge, plongent, dégringole, dégringolent, tombe, tombent, réduit, réduction, réduisent,
    abaisse, abaissent, abaissement, repli, replie, replient, ralenti*, s'effondre, effondre,
    effondrement, cède, fléchi*, dévisse, allège, allègent, rabote, raccourci*, en baisse,
    à la baisse, rétréci*, s'écroule, écroule, coupe
pole:direction:flat
    stable, stables, inchangé, inchangés, inchangée, maintient, maintiennent, maintien, stagne,
    stagnent, gèle, gel, laisse inchangés, statu quo
pole:outcome:win
    gagne, gagnent, bat, battent, remporte, remportent, s'impose, imposent, impose, victoire,
    domine, dominent, écrase, renverse, terrasse, triomphe, triomphent, sacré, sacrée, élimine,
    dispose, corrige, surclasse, s'adjuge, adjuge
pole:outcome:lose
    perd, perdent, perdu, s'incline, incline, inclinent, battu, battue, battus, éliminé, éliminée,
    éliminés, tombe, chute, dominé, dominés, dominée, écrasé, renversé, sombre, cède, vaincu
pole:result:won
    victoire, victoires, vainqueur, champion, championne
pole:result:lost
    défaite, défaites, vaincu
pole:goals:2
    doublé
pole:goals:3
    triplé
pole:outcome:draw
    nul, match nul, neutralis*, dos à dos, égalité
pole:vote:yes
    approuv*, adopt*, accept*, valid*, ratifi*, soutien, soutient, soutiennent, vote pour,
    votent pour, autorise, donne son feu vert, feu vert, dit oui, oui, entérine, favorable, pour,
    salue, saluent, applaudit, confirme la condamnation, accorde, accordent
pole:vote:no
    rejet*, refus*, bloque, bloquent, retoqu*, repouss*, s'oppose, oppose, opposent, veto,
    vote contre, votent contre, contre, dit non, défavorable, désavoue, censure, censuré, annule,
    invalid*, condamne, condamnent, critique, critiquent, dénonce, dénoncent, déboute, débouté,
    déboutés
pole:open:open
    ouvre, ouvrent, ouvert, ouverte, ouverts, ouverture, ouvrir, rouvre, rouvrent, rouvert,
    rouverte, réouverture, rouvrir, déconfine, inaugure, inauguré
pole:open:shut
    ferme, ferment, fermé, fermée, fermés, fermeture, fermetures, fermer, referme, referment,
    refermé, refermer, clôture
pole:custody:held
    arrêté, arrêtée, arrêtés, arrête, arrestation, arrestations, interpell*, incarcér*, détenu,
    détenus, emprisonn*, garde à vue, écroué, écrouée, écroués, placé en détention,
    placés en détention, détention, capturé, enlevé, kidnappé, prison
pole:custody:free
    libér*, relâch*, remis en liberté, remise en liberté, relaxé, s'évade, évadé, évasion,
    sort de prison, liberté
pole:guilt:guilty
    coupable, coupables, condamné, condamnée, condamnés, condamnation, reconnu coupable
pole:guilt:clear
    acquitté, acquittée, acquittés, acquittement, relaxe, relaxé, relaxés, relaxée, innocenté,
    innocent, blanchi, blanchie, non-lieu, non coupable
pole:claim:yes
    confirm*, reconna*, admet, admettent, avoue, avouent, affirm*, assure, assurent, revendique,
    dit, disent, déclare, annonce, maintient, soutient
pole:claim:no
    nie, nient, nier, dément, démentent, démenti, démentir, conteste, contestent, réfute,
    réfutent, récuse
pole:start:start
    commence, commencent, débute, débutent, début, lance, lancent, lancé, lancée, lancement,
    démarr*, reprend, reprennent, reprise, relance, relancent, entame, entament, instaure,
    rétablit, rétablissent, coup d'envoi
pole:start:stop
    fin, finit, s'achève, achève, achèvent, termine, arrêt, arrête, arrêter, stoppe, stoppent,
    suspend, suspendent, suspendu, suspendue, suspension, annule, annulé, annulée, annulent,
    annulation, interrompt, interrompu, report, reporte, reporté, reportée, renonce, renoncent,
    abandon, abandonne, abandonnent, supprime, supprimé, met fin, cesse, cessent, prend fin,
    repoussé, repoussée
pole:join:join
    rejoint, rejoignent, signe, arrive, arrivée, s'engage, engage, engagé, recrue, entre,
    débarque, revient, retour, reste, prolonge, prolongent, rempile
pole:join:leave
    quitte, quittent, part, partent, départ, départs, démission, démissionne, démissionnent, sort,
    sortie, se retire, retire, retrait, claque la porte, prend sa retraite, forfait, s'en va
pole:law:allow
    autoris*, permet, permettent, légalis*, lève, levée, assoupli*, lève l'interdiction,
    dépénalis*, exonère, réautoris*, débloque, débloquent, libéralise
pole:law:ban
    interdi*, prohib*, bannit, bannir, banni, durci*, restreint, restriction, impose, imposent,
    proscri*, pénalise
pole:trade:buy
    achète, achètent, rachète, rachètent, rachat, acquiert, acquisition, s'offre, rafle
pole:trade:sell
    vend, vendent, vente, cède, cèdent, cession, vendu, vendre
pole:staff:hire
    embauch*, nomm*, recrut*, promu, élu, élue, désigné, désignée, réintègre, réintégré, investi,
    investie
pole:staff:fire
    licenci*, limog*, congédi*, viré, virée, renvoi, renvoie, débarqu*, révoqué, évinc*, destitu*
pole:life:dead
    mort, morts, morte, mortes, meurt, meurent, décès, décédé, décédée, décède, tué, tués, tuée,
    tuées, tue, tuent, mourir, disparition, perd la vie
pole:life:alive
    survi*, vivant, vivante, vivants, sauvé, sauvée, sauvés, sain et sauf, sains et saufs,
    indemne, indemnes, naissance, guéri, guérie
pole:found:found
    retrouvé, retrouvée, retrouvés, découvert, découverte, localisé, localisée
pole:found:lost
    disparu, disparue, disparus, disparition, introuvable, recherché, porté disparu, perdu
pole:money:profit
    bénéfice, bénéfices, profit, profits, excédent, gain, gains, rentable
pole:money:loss
    perte, pertes, déficit, trou, ardoise, dans le rouge
pole:success:yes
    réuss*, succès, atteint, atteignent, se qualifie, qualifié, qualifiée, qualifiés, abouti*,
    parvient
pole:success:no
    échou*, échec, échecs, rate, ratent, raté, manque, manqué, capote
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
    acteur, roi, prince, homme, hommes, masculin, masculine, masculins, garçon, garçons,
    messieurs, père, fils, frère, mari
pole:sex:female
    actrice, reine, princesse, femme, femmes, féminin, féminine, féminines, fille, filles, dames,
    mère, soeur, sœur, épouse
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
    public, publique, publics, publiques, étatique
pole:ownership:private
    privé, privée, privés, privées
pole:side:left
    gauche
pole:side:right
    droite
pole:heat:hot
    chaud, chaude, chaleur, canicule, redoux
pole:heat:cold
    froid, froide, gel, grand froid, fraîcheur
pole:legal:plain
    légal, légale, légaux, constitutionnel, conforme
pole:legal:not
    illégal, illégale, illégaux, inconstitutionnel
pole:mood:hope
    optimiste, optimistes, optimisme, espoir, confiant, confiance
pole:mood:fear
    pessimiste, pessimistes, pessimisme, crainte, craintes, inquiet, inquiétude, défiance
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
    mis en examen, mise en examen, inculpé, inculpée, accusé, accusée, poursui*, écroué, écrouée
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
    pdg, patron, patronne, dirigeant, directeur, directrice, président, présidente, dg
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
number:2
    deux
number:3
    trois
number:4
    quatre
number:5
    cinq
number:6
    six
number:7
    sept
number:8
    huit
number:9
    neuf
number:10
    dix
number:11
    onze
number:12
    douze
number:13
    treize
number:14
    quatorze
number:15
    quinze
number:16
    seize
number:20
    vingt
number:30
    trente
number:40
    quarante
number:50
    cinquante
number:60
    soixante
number:80
    quatre vingts, quatre vingt
times:100
    cent, cents
times:1000
    mille
times:1000000
    million, millions
times:1000000000
    milliard, milliards, md, mds
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
passive
    par
modifier
    ex, ancien, ancienne, vice, adjoint, adjointe, faux, fausse, parodie, exercice, simulation,
    espoirs, u21, u23, u19, u20, u17, réserve, handisport, paralympique, vétérans, bande annonce,
    teaser, anti, pro, présumé, présumée, tentative, par intérim, intérimaire, virtuel, virtuelle,
    enceinte, cadets, minimes, benjamins, en salle, en ligne
; What happens in any town, and to whom.
generic
    meurtre, homicide, incendie, feu, accident, collision, choc, carambolage, braquage,
    cambriolage, vol, agression, fusillade, tir, tirs, coups de couteau, poignardé, trafic,
    drogue, stupéfiants, viol, fraude, entrepôt, maison, appartement, immeuble, route,
    départementale, autoroute, rue, école, hôpital, maire, mairie, conseil, conseiller,
    conducteur, conductrice, piéton, cycliste, motard, automobiliste, passager, professeur, élève,
    étudiant, médecin, infirmière, policier, suspect, victime, couple, famille, voisin, chien,
    voiture, camion, bus, train, avion, bateau, moto, vélo, pont, rivière, lac, plage, parc,
    magasin, banque, bar, restaurant, hôtel, usine, ferme, grange, bâtiment, tribunal, juge,
    procès, prison, réunion, budget, loi, vote, élection, grève, manifestation, tempête,
    inondation, inondations, orage, orages, pluie, neige, vigilance, alerte, coupure, électricité,
    eau, gaz, fuite, explosion, évacuation, recherches, appel, témoins, fermé, circulation,
    travaux, ministre, président, gouvernement, parlement, patron, scandale, accord, impôt, plan,
    projet, rapport, grave, mortel, mortelle, grièvement, gravement, état, local, ville, village,
    habitants, commune, municipal, municipale, interpellé, interpellés, mort, blessé, blessés,
    homme, femme, éclate, détruit, détruite, ravage, ravagé, décès, incident, urgence, pompiers,
    équipe, joueurs, entraîneur, match, saison, club, assemblée, générale, marché, fête, repas,
    concert, exposition, inauguration, avis
"""
