"""What in English stands in one place of many titles: trades, beasts, food, buildings, crimes.

As in French (`french_things`): a `thing` of one axis in the place of another asks, and never
settles. Papers call some of them by each other's name; these share a value.
"""

ENGLISH_THINGS = """
thing:who:driver
    motorist, motorists, driver, drivers
thing:who:trucker
    trucker, truckers
thing:who:biker
    biker, bikers, motorcyclist, motorcyclists
thing:who:cyclist
    cyclist, cyclists
thing:who:walker
    pedestrian, pedestrians, jogger, joggers, hiker, hikers, walker, walkers, climber, climbers
thing:who:passenger
    passenger, passengers
thing:who:swimmer
    swimmer, swimmers, surfer, surfers, diver, divers
thing:who:sailor
    sailor, sailors, fisherman, fishermen, angler, anglers
thing:who:soldier
    soldier, soldiers, marine, marines, troops
thing:who:firefighter
    firefighter, firefighters
thing:who:guard
    guard, guards
thing:who:doctor
    doctor, doctors, gp, gps, surgeon, surgeons, physician, physicians
thing:who:nurse
    nurse, nurses, midwife, midwives
thing:who:dentist
    dentist, dentists
thing:who:pharmacist
    pharmacist, pharmacists
thing:who:vet
    vet, vets, veterinarian
thing:who:lawyer
    lawyer, lawyers, solicitor, solicitors, barrister, barristers, attorney
thing:who:judge
    judge, judges, magistrate, magistrates
thing:who:teacher
    teacher, teachers, professor, professors, lecturer, lecturers, headteacher
thing:who:student
    student, students, pupil, pupils
thing:who:farmer
    farmer, farmers, rancher, ranchers
thing:who:miner
    miner, miners
thing:who:butcher
    butcher, butchers, grocer, grocers, fishmonger
thing:who:baker
    baker, bakers
thing:who:banker
    banker, bankers, broker, brokers, trader, traders
thing:who:chef
    chef, chefs, cook
thing:who:plumber
    plumber, plumbers, electrician, electricians, carpenter, carpenters
thing:who:cleaner
    cleaner, cleaners
thing:who:railway
    conductor, conductors
thing:who:pilot
    pilot, pilots
thing:who:crew
    stewardess
thing:who:postal
    postman, postwoman
thing:who:priest
    priest, priests, pastor, vicar, bishop, bishops, cardinal
thing:who:imam
    imam, imams, rabbi, rabbis
thing:who:journalist
    journalist, journalists, reporter
thing:who:musician
    singer, rapper, musician, drummer, guitarist, pianist, violinist, composer
thing:who:actor
    actor, actors, actress, comedian
thing:who:writer
    writer, author, novelist, poet, playwright
thing:who:painter
    painter, sculptor, architect, photographer
thing:who:scientist
    scientist, physicist, chemist, biologist, botanist, astronomer, historian, economist
thing:who:athlete
    sprinter, swimmer, boxer, wrestler, gymnast, jockey, golfer, footballer, cricketer, skier
thing:office:minister
    minister, secretary
thing:office:pm
    prime minister, premier, pm
thing:office:mayor
    mayor
thing:office:governor
    governor
thing:office:deputy
    mp, congressman, congresswoman, lawmaker, representative, councillor, councilman
thing:office:senator
    senator
thing:office:chancellor
    chancellor
thing:office:president
    president
thing:office:ambassador
    ambassador, consul
thing:office:general
    general, colonel, admiral
thing:beast:=
    wolf, bear, shark, dolphin, whale, boar, horse, dog, cat, deer, snake, fox, bee, hornet, seal,
    elephant, tiger, lion, crocodile, alligator, kangaroo, koala, badger, beaver, otter, eagle,
    owl, swan, penguin, turtle, octopus, squirrel, lynx, leopard, monkey, gorilla, panda, spider,
    mosquito, rhino, hippo, orca, goat, bat, rat, raccoon, coyote, cougar, moose, bison, camel
thing:beast:wolf
    wolves
thing:beast:bear
    bears
thing:beast:shark
    sharks
thing:beast:dolphin
    dolphins
thing:beast:whale
    whales
thing:beast:horse
    horses
thing:beast:dog
    dogs, puppy, puppies
thing:beast:cat
    cats, kitten, kittens
thing:beast:cow
    cow, cows, cattle, bull
thing:beast:sheep
    sheep, lamb, lambs
thing:beast:pig
    pig, pigs
thing:beast:bird
    birds, seabirds
thing:beast:bee
    bees, wasps, wasp
thing:beast:fox
    foxes
thing:food:=
    cheese, salmon, ham, sausage, chicken, beef, pork, turkey, milk, butter, coffee, cocoa, tea,
    sugar, bread, wine, beer, whisky, champagne, tuna, hummus, cereal, spinach, lettuce, yogurt,
    chocolate, honey, rice, pasta, pizza, peanut, cucumber, shrimp, prawn, cider, gin, vodka
thing:food:egg
    egg, eggs
thing:food:apple
    apples
thing:food:potato
    potato, potatoes
thing:food:tomato
    tomato, tomatoes
thing:food:orange
    oranges
thing:goods:petrol
    petrol, gasoline, diesel
thing:goods:power
    electricity
thing:goods:oil
    oil, crude
thing:goods:=
    wheat, maize, corn, soybean, cotton, gold, silver, copper, nickel, lithium, coal, steel, iron,
    aluminium, platinum, timber, wool, rubber, cement
thing:building:=
    factory, warehouse, hospital, pharmacy, bakery, restaurant, hotel, airport, bridge, tunnel,
    cinema, theatre, museum, library, stadium, pool, campsite, bank, castle, nursery, mosque,
    synagogue, temple, brewery, distillery, nightclub, supermarket, garage, barn, greenhouse,
    lighthouse, windmill, playground, zoo, aquarium, cemetery, embassy, barracks, dam, canal
thing:building:church
    church, cathedral, chapel, abbey
thing:building:school
    school, college, academy
thing:building:flat
    flat, flats, apartment, apartments
thing:building:pub
    pub, bar
thing:building:plant
    refinery
thing:vehicle:=
    bus, tram, train, helicopter, tractor, ambulance, ferry, yacht, trawler, tanker, submarine,
    van, taxi, minibus, motorbike, bicycle, scooter, glider, balloon, drone, excavator, canoe
thing:vehicle:car
    car, cars
thing:vehicle:lorry
    lorry, truck, lorries, trucks
thing:vehicle:plane
    plane, jet, aircraft, planes, jets
thing:sport:=
    football, rugby, basketball, handball, volleyball, tennis, cricket, golf, swimming, judo,
    boxing, hockey, baseball, softball, netball, rowing, sailing, fencing, archery, badminton,
    snooker, darts, skiing, snowboarding, athletics, gymnastics, wrestling
thing:crime:theft
    theft, burglary, robbery, thefts, burglaries, robberies, shoplifting
thing:crime:murder
    murder, manslaughter, homicide
thing:crime:rape
    rape
thing:crime:fraud
    fraud, embezzlement
thing:crime:=
    corruption, bribery, perjury, arson, kidnapping, blackmail, trespass, treason, smuggling,
    stalking, harassment, vandalism
thing:disaster:=
    flood, avalanche, drought, landslide, tornado, eruption, sinkhole
thing:disaster:fire
    fire, blaze, wildfire
thing:disaster:quake
    quake, earthquake
thing:disaster:storm
    storm, hurricane, cyclone, typhoon
thing:disaster:blast
    blast, explosion
thing:warning:=
    snow, wind, flood, thunderstorm, tornado, heat, fog, ice, frost, tsunami, hurricane
thing:notice:=
    watch, advisory
thing:notice:warning
    warning, alert
thing:disease:=
    covid, flu, measles, meningitis, cholera, ebola, mpox, dengue, malaria, polio, tuberculosis,
    listeria, salmonella, e coli, norovirus, zika, rabies, plague, anthrax, legionnaires, scabies,
    diphtheria, rubella, mumps, hepatitis, hiv, typhoid
thing:disease:birdflu
    bird flu, avian flu
thing:alert:=
    yellow, amber, red, green
thing:bench:defence
    defence, defense
thing:bench:prosecution
    prosecution, prosecutors, prosecutor
thing:position:forward
    striker, forward, winger
thing:position:=
    defender, goalkeeper, midfielder, quarterback, linebacker, pitcher, catcher
thing:faith:=
    hindu, sikh, muslim, jewish, buddhist, christian, catholic, orthodox, anglican
thing:kin:=
    father, mother, brother, sister, son, daughter, uncle, aunt, nephew, niece, grandfather,
    grandmother, husband, wife, widow, cousin
thing:faculty:=
    law, medicine, engineering, physics, chemistry, history, mathematics, philosophy, economics
thing:measure:=
    profit, revenue, turnover, sales, dividend, exports, imports, inflation, unemployment, wages,
    output, gdp
"""
