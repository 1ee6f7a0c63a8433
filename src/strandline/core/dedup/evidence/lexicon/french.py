"""French words that carry meaning for evidence."""

from strandline.core.dedup.evidence.lexicon.inflecting import in_french

FRENCH = in_french("""
function
    ne, le, la, les, l, un, une, des, du, de, d, au, aux, à, en, dans, sur, sous, par, pour, avec,
        chez, vers, entre, et, ou, où, mais, donc, or, ni, car, que, qu, qui, quoi, dont, ce, cet,
        cette, ces, c, se, s, sa, son, ses, leur, leurs, notre, nos, votre, vos, mon, ma, mes, il,
        elle, ils, elles, on, nous, vous, je, j, tu, me, m, te, t, y, lui, eux, est, sont, était,
        étaient, a, ont, avait, avaient, être, avoir, sera, seront, va, vont, fait, faire, font,
        été, étant, ayant, plus, moins, très, aussi, encore, déjà, ainsi, comme, si, tout, tous,
        toute, toutes, même, autre, autres, quand, lors, selon, après, avant, depuis, pendant,
        jusqu, face, suite, afin, ici, là, peut, peuvent, doit, doivent, voici, voilà, dit, dite,
        nouveau, nouvelle, nouvelles, nouveaux, premier, première, fois, cela, ça, dès, hors,
        contre, quelques, plusieurs, autour, environ, annonce, annoncé, n, officiel, officielle
plain
    premiers pas, un pas, pas à pas, faux pas, pas de calais, le pas, grands pas, ses pas,
        pas de la porte, non seulement, pas seulement, sans abri, sans abris, sans papiers,
        sans faute, sans emploi, un peu, peu à peu, depuis peu, sous peu, peu après, peu avant,
        peu de temps, à peu près, environ, près de, presque, quelque, autour de, une estimation,
        quasi, quasiment, proche de, frôle, plus de, plus d, au moins, au-delà de, dépasse,
        dépassent, plus que, supérieur à, moins de, moins d, au plus, sous les, inférieur à,
        sous la barre, cent, cents, mille, million, millions, milliard, milliards, md, mds, par
negator
    ne pas, pas, jamais, sans, aucun, aucune, non, ni, nul, rien, personne ne, refuse de,
        refusent de, échoue à, impossible, ne plus, renonce à, renoncent à, refuse d, refusent d,
        refusé de, à peine, peu, épargné, épargnée, épargnés, épargnées
    ne: plus, plus de, plus d, guère
pole:direction
    up: hausse, hausses, augment*, grimp~, bondi*, progress*, mont~, relèv^, relèvement, s'envole,
        envol~, croît, remont^, rebond, rebondit, accélèr*, flambe, flambée, élargi*, amélior~,
        s'améliore, explose, repart à la hausse, en hausse, à la hausse, alourdi*, s'alourdit,
        rallong~, bondi+, majoré+, gonfl~, redress~, relevé+, revoit à la hausse, revu à la hausse,
        revue à la hausse, revus à la hausse, revues à la hausse, en forte hausse, en légère hausse,
        haussier, triplent, allong~, étend, étendu+, gagne=, renforce=, double=, triple=
    down: baiss~, baisses, recul+, recul~, chut^, diminu*, plong~, dégringol^, tomb^, réduit,
        réduction, réduisent, abaiss~, abaissement, repli+, repli^, ralenti*, s'effondre, effondre,
        effondrement, cède, fléchi*, dévisse, allèg^, rabote, raccourci*, en baisse, à la baisse,
        rétréci*, s'écroule, écroule, coupe, dégrad~, descend, descendent, descendu+, décroît,
        décrue, frein~, minor~, amput~, revoit à la baisse, revu à la baisse, revue à la baisse,
        revus à la baisse, revues à la baisse, atténu~, en forte baisse, en légère baisse, baissier,
        écourt~
    flat: stable, stables, inchangé+, maintient, maintiennent, maintien, stagn^, gèle, gel,
        laisse inchangés, statu quo, patin~, piétin~, plafonn~
pole:outcome
    win: gagn^, bat, battent, remport^, s'impose, impos^, victoire, domin^, écrase, renverse,
        terrasse, triomph^, sacré+, élimine, dispose, corrige, surclasse, s'adjuge, adjuge,
        l'emport^, en tête, vient à bout, viennent à bout, dompt~, fait tomber, réélu+, punit,
        surprend, surprennent, douch~, assomm~, balai^, pulvéris~, prend le dessus,
        fait chuter, font chuter, déroule, maîtrise, vire en tête, humilie, étrill^
    lose: perd, perdent, perdu, s'incline, inclin^, battu+, éliminé+, tombe, chute, dominé+,
        écrasé+, renversé+, sombre, cède, vaincu+, corrigé+, terrassé+, surclassé+, défait+, cal^,
        trébuch^, but^, coul^, pli^, craqu^, surpris, surprise, humilié+, étrillé+, punis,
        tenu en échec, tenus en échec, tenue en échec, se fait surprendre, rend les armes,
        prend l'eau
    draw: nul, match nul, neutralis*, dos à dos, égalité, accroch^, se neutralisent,
        partage des points, arrache le nul
pole:vote
    yes: approuv*, adopt*, accept*, valid*, ratifi*, vote pour, votent pour, autorise,
        donne son feu vert, feu vert, dit oui, oui, entérine, favorable, applaudit,
        confirme la condamnation, plébiscit~, soutien=, soutient=, soutiennent=, salu^=, accord^=
    no: rejet*, refus*, bloqu^, retoqu*, repouss*, s'oppose, oppos~, vote contre, votent contre,
        dit non, défavorable, désavoue, censuré, invalid*, déboute, débouté+, hostile,
        hostiles, réprouv~, veto=, censure=, annule=, condamn^=, critiqu^=, dénonc^=
pole:open
    open: ouvr^, ouvert+, ouverture, ouvrir, rouvr^, rouvert+, réouverture, rouvrir, déconfine,
        inaugure, inauguré, ouvrira, ouvriront, rouvrira, rouvriront
    shut: ferm~, fermeture, fermetures, referm~, clôture, baisse le rideau,
        met la clé sous la porte, mettent la clé sous la porte
pole:custody
    held: arrêté+, arrête, arrestation+, interpell*, incarcér*, emprisonn*, garde à vue, écroué+,
        placé en détention, placés en détention, détention, interpellé+, appréhendé+, se rend,
        se rendent, se constitue prisonnier, sous les verrous, rattrapé+, repris, prison=,
        capturé+=, enlevé+=, kidnappé+=, détenu+=
    free: libér*, relâch*, remis en liberté, remise en liberté, relaxé+, s'évad^,
        sort de prison, liberté, remises en liberté, en cavale, sort libre, en fuite,
        toujours en fuite, évasion=, évadé+=
pole:guilt
    guilty: coupable, coupables, condamné+, condamnation, reconnu coupable, écop^, avou^,
        plaide coupable
    clear: acquitté+, acquittement, relaxe, relaxé+, innocenté+, innocent, blanchi+, non-lieu,
        non coupable, mis hors de cause, mise hors de cause
pole:claim
    yes: confirm*, reconna*, admet, admettent, avou^, affirm*, assur^, revendique, dit, disent,
        déclare, annonce, maintient, soutient
    no: nie, nient, nier, dément, démentent, démenti+, démentir, contest^, réfut^, récuse,
        c'est faux, intox, infox, canular, fausse rumeur, démentira
pole:start
    start: commenc^, début^, début+, lanc~, lancement, démarr*, reprend, reprennent, reprise,
        relanc~, entam^, instaure, rétablit, rétablissent, coup d'envoi, maintenu+, aura lieu,
        auront lieu, se tiendra, rétabli+, reprendra, reprendront, renouvel*, reconduit+
    stop: fin, finit, s'achève, achèv^, termine, arrêt+, arrêter, stopp~, suspend, suspendent,
        suspendu+, suspension, annul~, annulation, interrompt, interrompu+, report+, report~,
        renonc^, abandon, abandonn~, supprime, supprimé+, met fin, cess^, prend fin, repoussé+,
        tourne court, s'arrête
pole:join
    join: rejoint, rejoignent, signe, s'engage, engage, engagé, recrue, entre, débarque, rempile,
        s'install~, rejoindra, arrivera, signera, reviendra, arrive=, arrivée=, revient=, retour=,
        reste=, prolong^=
    leave: quitt^, part, partent, départ+, démission, démissionn~, se retire, retire, retrait,
        claque la porte, prend sa retraite, s'en va, partira, s'en vont, déménag~, se sépare de,
        se séparent de, se sépare d, sort=, sortie=, forfait=
pole:law
    allow: autoris*, permet, permettent, légalis*, lève, levée, assoupli*, lève l'interdiction,
        dépénalis*, exonère, réautoris*, débloqu^, libéralise, autorisé+, légalisé+, assouplit
    ban: interdi*, prohib*, bannit, bannir, banni, durci*, restreint, restriction, impos^, proscri*,
        pénalise, interdit+
pole:trade
    buy: achèt^, rachèt^, rachat, acquiert, acquisition, s'offre, rafle, acheter, acheté+, racheté+,
        acquérir
    sell: vend, vendent, vente, cèd^, cession, vendu+, vendre, vendra, vendront
pole:staff
    hire: embauch*, nomm*, recrut*, promu+, élu+, désigné+, réintègre, réintégré, investi+,
        embauché+, nommé+
    fire: licenci*, limog*, congédi*, viré+, renvoi+, débarqu*, révoqué, évinc*, destitu*, limogé+,
        licencié+, débarqué+, rétrogradé+, démis, démise, démis de ses fonctions,
        démise de ses fonctions, remercié+, écarté+
pole:life
    dead: mort+, meurt, meurent, décès, décédé+, décède, tué+, tue, tuent, mourir, disparition,
        perd la vie, succomb~
    alive: survi*, vivant+, sauvé+, sain et sauf, sains et saufs, indemne, indemnes, naissance,
        guéri+, rescapé+, survivant+, entre la vie et la mort, pronostic vital engagé
pole:found
    found: retrouvé+, découvert+, localisé+, réapparaît
    lost: disparu+, disparition, introuvable, recherché+, porté disparu, perdu+
pole:money
    profit: bénéfice, bénéfices, profit+, excédent, gain+, rentable, excédentaire, excédentaires,
        bénéficiaire, bénéficiaires, dans le vert
    loss: perte, pertes, déficit, trou, ardoise, dans le rouge, déficitaire, déficitaires
pole:success
    yes: réuss*, succès, atteint, atteignent, se qualifie, qualifié+, abouti*, parvient
    no: échou*, échec+, rat~, manque, manqué, capote, recalé+, éliminé+
pole:amount
    most: maximum, record, plus haut, le plus haut, plus élevé, plus grand, plus grande
    least: minimum, plus bas, le plus bas, plus faible, plus petit, plus petite
pole:time
    before: avant, en amont, la veille
    after: après, à la suite, au lendemain
pole:rank
    first: premier+, première, premières
    last: dernier+, dernière, dernières
pole:compass
    north: nord, septentrional
    south: sud, méridional
    east: oriental+
    west: ouest, occidental
    northeast: nord est
    northwest: nord ouest
    southeast: sud est
    southwest: sud ouest
pole:sex
    male: acteur, roi, prince, homme, hommes, masculin+, garçon+, messieurs, père, fils, frère,
        mari, bleus, joueur+, champion+
    female: actrice, reine, princesse, femme, femmes, féminin+, fille, filles, dames, mère, soeur,
        sœur, épouse, bleues, joueuse, joueuses, championne, championnes
pole:daytime
    morning: matin, matinée, matinale, petit déjeuner
    noon: midi, déjeuner
    afternoon: après midi
    evening: soir, soirée, nuit, dîner
pole:round
    final: finale
    semifinal: demi finale, demi finales, demie, demies
    quarterfinal: quart de finale, quarts de finale, quarts
pole:medal
    gold: or
    silver: argent
    bronze: bronze
pole:ownership
    public: public+, publique, publiques, étatique, nationalis~, municipalis~
    private: privé+, privatis~
pole:age
    young: jeune, jeunes, enfant+, ado, adolescent+, bébé, mineur+
    old: retraité+, senior+, octogénaire, septuagénaire, nonagénaire, majeur+, adulte, adultes
pole:level
    primary: école, écoles, primaire
    middle: collège, collèges, collégien+, collégienne
    secondary: lycée, lycées, lycéen+, lycéenne
noun
    dead: mort+, tué+, décès, décédé+, victimes, tue
    injured: blessé+, blesse
    missing: disparu+
    cases: cas, contaminations, hospitalisations, hospitalisés, infections, malades, patients
    arrests: interpellations, interpellés, arrestations, arrêtés, gardes à vue
    homes: maisons, logements, foyers
    people: personnes, personne, habitants, passagers, migrants, réfugiés, manifestants, gens
stage
    arrest: arrêté+, interpellé+, garde à vue, interpellation, arrestation
    charge: mis en examen, mise en examen, inculpé+, accusé+, poursui*, écroué+, mises en examen,
        mise en cause
    trial: procès, jugé+, tribunal, assises, audience, comparaît, comparution, comparait, barre
    verdict: coupable, verdict, condamné+, acquitté, relaxé
    sentence: peine, prison ferme, condamné à, condamnée à
    appeal: appel, fait appel, cassation, pourvoi
    funeral: obsèques, funérailles, enterrement, inhumé, hommage, hommages, recueillement,
        marche blanche, minute de silence
    inquiry: enquête, enquêteurs, autopsie, investigations, appel à témoins, origine
    found: retrouvé mort, retrouvés morts, retrouvée morte, corps, retrouvé sain et sauf,
        retrouvée saine et sauve
    rescue: secours, sauveteurs, sauvetage, recherches, survivants
    aftermath: un an après, un mois après, une semaine après, reconstruction, anniversaire,
        reconstruire
    reaction: réagit, réagissent, réaction+, répond, excuses, s'excuse, condoléances, s'explique,
        sort du silence
    freed: libération+, libéré+, relâché+, est libre, sont libres, enfin libre, enfin libres,
        retrouve la liberté, recouvre la liberté, remis en liberté, remise en liberté
    reversal: fait marche arrière, font marche arrière, fait machine arrière, rétropédal^,
        se ravise, volte face, renonc^, annul~, annulation, invalid~
    over: rétabli+, retour à la normale, maîtrisé+, circonscrit+, sous contrôle, décrue, feu fixé,
        feu éteint, incendie fixé, incendie éteint, feu est fixé, incendie est fixé, alerte levée,
        fin de l'alerte, fin d'alerte
same
    postponed: report~, report+, renvoyé+, ajourné+, repoussé+, différé+, décalé+
    reveal: révèl^, révélé, dévoil~, présent~, montre, annonce, annoncé, officialise, officialisé,
        lève le voile
    firm: entreprise, société, groupe, firme, compagnie, maison
    police: police, policier+, gendarmes, gendarmerie, gendarme, forces de l'ordre
    car: voiture, véhicule, automobile, automobiliste
    film: film, long métrage
    probe: enquête, investigation
    quake: séisme, tremblement de terre, secousse
    storm: tempête, ouragan, cyclone, typhon
    fire: incendie, feu, brasier
    boss: pdg, patron, patronne, dirigeant, dg
    former: ex, ancien+, ancienne, anciennes
    pic: photo+, image, images, cliché+
    deal: accord, pacte, partenariat, contrat
    merge: fusion, fusionn^, rapprochement
    wants: veut, souhaite, propose, demande, réclame, exige, envisage
modifier
    ex, ancien, ancienne, vice, adjoint+, faux, fausse, parodie, exercice, simulation, espoirs, u21,
        u23, u19, u20, u17, réserve, handisport, paralympique, vétérans, bande annonce, teaser,
        anti, pro, présumé+, tentative, par intérim, intérimaire, virtuel, virtuelle, enceinte,
        cadets, minimes, benjamins, en salle, en ligne, en commission, commission
""")
