"""What in French stands in one place of many titles: trades, beasts, food, buildings, crimes.

A motorist is no biker, and a recall of ham is none of cheese; but a paper may call a flat a house.
So a `thing` of one axis in the place of another asks, and never settles (`vetoes.things`), and two
words of one value are still two words.
"""

from strandline.core.dedup.evidence.lexicon.inflecting import inflected

FRENCH_THINGS = inflected("""
thing:who:motorist
    automobiliste, automobilistes, conducteur, conducteurs, conductrice, chauffeur, chauffeurs
thing:who:trucker
    routier, routiers, camionneur, camionneurs
thing:who:biker
    motard+, motocycliste, motocyclistes
thing:who:cyclist
    cycliste, cyclistes, vététiste, vététistes
thing:who:walker
    piéton, piétons, piétonne, joggeur, joggeuse, passant+
thing:who:climber
    alpiniste, alpinistes, randonneur, randonneurs, randonneuse, grimpeur, grimpeuse
thing:who:skier
    skieur, skieurs, skieuse, snowboardeur
thing:who:swimmer
    baigneur, baigneurs, baigneuse, nageur, nageurs, nageuse, plongeur, plongeuse, surfeur
thing:who:hunter
    chasseur, chasseurs, chasseuse
thing:who:fisher
    pêcheur, pêcheurs
thing:who:soldier
    soldat+, militaire, militaires, légionnaire, légionnaires
thing:who:police
    policier, policiers, policière, gendarme, gendarmes
thing:who:firefighter
    pompier, pompiers, pompière, sapeur pompier, sapeurs pompiers
thing:who:doctor
    médecin, médecins, docteur, chirurgien, chirurgiens, anesthésiste, généraliste, généralistes
thing:who:nurse
    infirmier, infirmiers, infirmière, infirmières, aide soignante, aides soignantes, soignant+
thing:who:dentist
    dentiste, dentistes
thing:who:pharmacist
    pharmacien, pharmaciens, pharmacienne
thing:who:vet
    vétérinaire, vétérinaires
thing:who:notary
    notaire, notaires
thing:who:lawyer
    avocat+
thing:who:magistrate
    juge, juges, magistrat+, procureur, procureure
thing:who:clerk
    greffier, greffiers, greffière
thing:who:teacher
    enseignant+, professeur+, prof, profs, instituteur, institutrice, instituteurs
thing:who:student
    étudiant+
thing:who:farmer
    agriculteur, agriculteurs, agricultrice, éleveur, éleveurs, éleveuse, paysan, paysans, berger
thing:who:winegrower
    vigneron, vignerons, vigneronne, viticulteur, viticulteurs, viticultrice
thing:who:baker
    boulanger, boulangers, boulangère
thing:who:butcher
    boucher, bouchers, bouchère
thing:who:cook
    restaurateur, restaurateurs, cuisinier, cuisinière
thing:who:shopkeeper
    commerçant+, buraliste, buralistes, bijoutier, fleuriste, libraire, libraires
thing:who:railwayman
    cheminot+
thing:who:taxi
    chauffeur de taxi, chauffeurs de taxi, taxi, taxis
thing:who:pilot
    pilote, pilotes, aviateur
thing:who:postman
    facteur, facteurs, factrice, postier, postiers
thing:who:priest
    prêtre, prêtres, curé, évêque, archevêque
thing:who:imam
    imam, imams
thing:who:journalist
    journaliste, journalistes, reporter
thing:who:singer
    chanteur, chanteurs, chanteuse, rappeur, rappeuse
thing:who:actor
    acteur, acteurs, actrice, comédien, comédiens, comédienne
thing:who:writer
    écrivain+, romancier, romancière, auteur, autrice
thing:who:director
    réalisateur, réalisatrice, cinéaste
thing:who:humorist
    humoriste, humoristes
thing:who:presenter
    animateur, animatrice, présentateur, présentatrice
thing:office:minister
    ministre, ministres
thing:office:pm
    premier ministre, première ministre
thing:office:prefect
    préfet, préfète, sous préfet, sous préfète
thing:office:mayor
    maire, maires
thing:office:deputy
    député+
thing:office:senator
    sénateur, sénateurs, sénatrice
thing:office:chancellor
    chancelier, chancelière
thing:office:president
    président+
thing:beast:wolf
    loup, loups, louve
thing:beast:bear
    ours, ourse, ourson
thing:beast:shark
    requin, requins
thing:beast:dolphin
    dauphin, dauphins
thing:beast:whale
    baleine, baleines, cachalot, orque
thing:beast:boar
    sanglier, sangliers
thing:beast:cow
    vache, vaches, bovin+, veau, veaux, taureau
thing:beast:horse
    cheval, chevaux, jument, poney, poneys
thing:beast:dog
    chien, chiens, chienne, chiot, chiots
thing:beast:cat
    chat, chats, chatte, chaton
thing:beast:deer
    cerf, cerfs, chevreuil, chevreuils, biche
thing:beast:sheep
    brebis, mouton, moutons, agneau, agneaux
thing:beast:pig
    cochon, cochons, porc, porcs
thing:beast:bird
    canard, canards, poule, poules, dinde, dindes, oie, oies
thing:beast:snake
    serpent, serpents, python, vipère
thing:beast:lynx
    lynx
thing:beast:fox
    renard, renards
thing:beast:bee
    abeille, abeilles
thing:beast:hornet
    frelon, frelons
thing:food:cheese
    fromage, fromages
thing:food:salmon
    saumon, saumons
thing:food:ham
    jambon, jambons, lardons
thing:food:sausage
    saucisson, saucissons, saucisse, saucisses, merguez, chorizo
thing:food:chicken
    poulet, poulets
thing:food:beef
    boeuf, steak, steaks
thing:food:eggs
    oeuf, oeufs
thing:food:milk
    lait
thing:food:butter
    beurre
thing:food:coffee
    café, cafés
thing:food:cocoa
    cacao, chocolat, chocolats
thing:food:sugar
    sucre
thing:food:bread
    pain, baguette, farine
thing:food:wine
    vin, vins
thing:food:beer
    bière, bières
thing:food:cognac
    cognac
thing:food:champagne
    champagne
thing:food:oysters
    huître, huîtres, moules, coquillages
thing:food:tuna
    thon, sardine, sardines
thing:food:tomatoes
    tomate, tomates
thing:food:apples
    pomme, pommes
thing:goods:petrol
    essence, gazole, diesel, carburant+
thing:goods:gas
    gaz
thing:goods:power
    électricité
thing:goods:oil
    pétrole, brut
thing:goods:wheat
    blé
thing:goods:maize
    maïs
thing:goods:water
    eau, eaux
thing:goods:tobacco
    tabac, cigarettes
thing:building:church
    église, églises, chapelle, cathédrale, basilique
thing:building:factory
    usine, usines
thing:building:house
    maison, maisons, pavillon, villa
thing:building:flat
    appartement, appartements, immeuble, immeubles
thing:building:warehouse
    entrepôt, entrepôts, hangar, hangars, grange
thing:building:hospital
    hôpital, hôpitaux, clinique, chu
thing:building:home
    ehpad, maison de retraite
thing:building:shop
    supermarché, hypermarché
thing:building:bakery
    boulangerie
thing:building:pharmacy
    pharmacie
thing:building:restaurant
    restaurant, restaurants, pizzeria, brasserie
thing:building:hotel
    hôtel, hôtels
thing:building:station
    gare, gares
thing:building:airport
    aéroport, aéroports
thing:building:bridge
    pont, ponts, viaduc
thing:building:tunnel
    tunnel, tunnels
thing:building:cinema
    cinéma, cinémas
thing:building:theatre
    théâtre, théâtres
thing:building:museum
    musée, musées
thing:building:library
    médiathèque, bibliothèque, médiathèques, bibliothèques
thing:building:stadium
    stade, stades
thing:building:pool
    piscine, piscines
thing:building:campsite
    camping, campings
thing:building:bank
    banque, banques
thing:building:jeweller
    bijouterie
thing:building:tobacconist
    bureau de tabac
thing:building:mosque
    mosquée, mosquées
thing:building:synagogue
    synagogue, synagogues
thing:building:castle
    château, châteaux
thing:building:nursery
    crèche, crèches
thing:vehicle:car
    voiture, voitures, véhicule, véhicules
thing:vehicle:bus
    bus, autocar, autocars
thing:vehicle:lorry
    camion, camions, poids lourd, poids lourds, semi remorque
thing:vehicle:train
    train, trains, tgv, ter
thing:vehicle:tram
    tramway, tram, tramways
thing:vehicle:metro
    métro
thing:vehicle:plane
    avion, avions
thing:vehicle:helicopter
    hélicoptère, hélicoptères
thing:vehicle:boat
    bateau, bateaux, voilier, ferry, chalutier
thing:vehicle:motorbike
    moto, motos, scooter, scooters
thing:vehicle:bicycle
    vélo, vélos, vtt
thing:vehicle:kickscooter
    trottinette, trottinettes
thing:vehicle:tractor
    tracteur, tracteurs
thing:sport:football
    football, foot
thing:sport:rugby
    rugby
thing:sport:basketball
    basket, basketball
thing:sport:handball
    handball, hand
thing:sport:volleyball
    volley, volleyball
thing:sport:tennis
    tennis
thing:sport:cycling
    cyclisme
thing:sport:athletics
    athlétisme
thing:sport:swimming
    natation
thing:sport:judo
    judo
thing:sport:boxing
    boxe
thing:sport:hockey
    hockey
thing:crime:theft
    vol, vols, cambriolage, cambriolages, braquage, braquages
thing:crime:murder
    meurtre, meurtres, assassinat, assassinats, homicide, homicides, féminicide, féminicides
thing:crime:rape
    viol, viols
thing:crime:assault
    agression, agressions, violences
thing:crime:fraud
    fraude, fraudes, escroquerie, escroqueries, arnaque, arnaques
thing:crime:corruption
    corruption, détournement, détournements
thing:crime:drugs
    narcotrafic, stupéfiants, trafic de drogue
thing:crime:kidnapping
    enlèvement, enlèvements, séquestration
thing:disaster:fire
    incendie, incendies, feu, feux
thing:disaster:flood
    inondation, inondations, crue, crues
thing:disaster:quake
    séisme, séismes
thing:disaster:storm
    tempête, tempêtes, cyclone, ouragan
thing:disaster:avalanche
    avalanche, avalanches
thing:disaster:slide
    éboulement, éboulements, glissement de terrain, coulée de boue, coulées de boue
thing:disaster:blast
    explosion, explosions
thing:disaster:drought
    sécheresse
thing:disease:covid
    covid, covid 19, coronavirus
thing:disease:flu
    grippe
thing:disease:birdflu
    grippe aviaire
thing:disease:measles
    rougeole
thing:disease:meningitis
    méningite
thing:disease:cholera
    choléra
thing:disease:ebola
    ebola
thing:disease:mpox
    mpox, variole
thing:disease:dengue
    dengue
thing:disease:chikungunya
    chikungunya
thing:disease:bronchiolitis
    bronchiolite
thing:disease:listeria
    listeria, listériose
thing:disease:salmonella
    salmonelle, salmonelles, salmonellose
thing:disease:swinefever
    peste porcine
thing:disease:lumpyskin
    dermatose, dermatose nodulaire
thing:alert:yellow
    jaune
thing:alert:orange
    orange
thing:alert:red
    rouge
thing:chair:director
    directeur, directrice, directeurs
thing:chair:president
    président+
thing:chair:treasurer
    trésorier, trésorière
thing:chair:secretary
    secrétaire, secrétaires
thing:institution:town
    mairie, mairies, commune, communes, municipalité
thing:institution:metropolis
    métropole, agglo, agglomération
thing:institution:department
    département, départements, conseil départemental
thing:institution:region
    région, régions, conseil régional
thing:institution:state
    état, préfecture, gouvernement
thing:school:primary
    école, écoles
thing:school:middle
    collège, collèges
thing:school:secondary
    lycée, lycées
thing:school:university
    université, fac, universités
thing:institution:court
    tribunal, cour
thing:institution:police
    commissariat, gendarmerie
thing:election:municipal
    municipales
thing:election:legislative
    législatives
thing:election:european
    européennes
thing:election:presidential
    présidentielle
thing:election:regional
    régionales
thing:election:departmental
    départementales
thing:election:senate
    sénatoriales
thing:competition:champions
    ligue des champions
thing:competition:europa
    ligue europa
thing:competition:conference
    ligue conférence
thing:competition:cup
    coupe de france
thing:competition:euro
    euro
thing:competition:world
    mondial, coupe du monde
thing:exam:bac
    bac, baccalauréat
thing:exam:brevet
    brevet
thing:exam:bts
    bts
thing:tax:land
    taxe foncière
thing:tax:housing
    taxe d'habitation
thing:tax:income
    impôt sur le revenu
thing:tax:vat
    tva
thing:tax:csg
    csg
thing:benefit:rsa
    rsa
thing:benefit:apl
    apl
thing:benefit:smic
    smic
thing:benefit:pensions
    retraites, pensions
thing:benefit:dole
    chômage, assurance chômage
thing:savings:a
    livret a
thing:savings:lep
    lep
thing:savings:pel
    pel
thing:bench:defence
    défense
thing:bench:victims
    parties civiles, partie civile
thing:bench:prosecution
    parquet, ministère public, accusation
thing:position:forward
    attaquant+, avant centre, buteur, buteuse
thing:position:defender
    défenseur+
thing:position:goalkeeper
    gardien de but, gardien, gardienne
thing:position:midfielder
    milieu de terrain
thing:position:coach
    entraîneur, entraîneuse, entraîneurs, coach, sélectionneur
thing:weather:wind
    vent, vents, rafales
thing:weather:thunder
    orage, orages, orageux, grêle
thing:weather:fog
    brouillard
thing:weather:ice
    verglas
place:brussels
    commission européenne, exécutif européen
place:france:country
    hexagone
body:bercy
    bercy, ministère de l'économie, ministère des finances
body:beauvau
    beauvau, place beauvau, ministère de l'intérieur
body:quai
    quai d'orsay, ministère des affaires étrangères
place:le mans
    le mans, au mans, du mans
place:le havre
    le havre, au havre, du havre
place:le puy
    le puy, au puy, du puy
place:le creusot
    le creusot, au creusot, du creusot
place:le touquet
    le touquet, au touquet, du touquet
place:le cap
    le cap, au cap
body:=
    la poste, banque postale, caf, cpam, france travail, urssaf, msa, crous, insee, anses, ademe,
    onf, dgccrf, bpifrance, banque de france, caisse des dépôts, crédit agricole, crédit mutuel,
    lcl, société générale, bnp paribas, caisse d'épargne, banque populaire, macif, maif, axa,
    groupama, leclerc, auchan, carrefour, intermarché, système u, lidl, monoprix,
    decathlon, fnac, darty, conforama, leroy merlin, castorama, sfr, bouygues,
    engie, totalenergies, veolia, suez, alstom, safran, thales, naval group, michelin, arkema,
    saint gobain, lactalis, danone, bonduelle, sodebo, bigard, lvmh, kering, hermès,
    l'oréal, sanofi, servier, biomérieux, atos, capgemini, ubisoft, vivendi, lagardère, tf1, m6,
    bfmtv, cnews, france télévisions, radio france, mediapart, le monde, le figaro,
    charlie hebdo, unsa, fsu, cftc, cpme, confédération paysanne,
    coordination rurale, greenpeace, attac, emmaüs, secours populaire, croix rouge, bayrou, attal,
    edouard philippe, darmanin, retailleau, wauquiez, bardella, mélenchon, glucksmann, tondelier,
    roussel, sarkozy, hollande, barnier, lecornu, hidalgo, dati, ciotti, zemmour, ruffin,
    castets, véran, montebourg, deschamps, zidane, dupont, ntamack, griezmann, pogba,
    dembélé, alaphilippe, pogacar, vingegaard, gasly, ocon, monfils, humbert
body:rn
    rn, rassemblement national
body:lfi
    lfi, france insoumise, la france insoumise, insoumis
body:ps
    ps, parti socialiste
body:lr
    lr, les républicains
body:pcf
    pcf, parti communiste
body:ecologistes
    eelv, les écologistes
body:cgt
    cgt
body:cfdt
    cfdt
body:medef
    medef
body:fnsea
    fnsea
""")
