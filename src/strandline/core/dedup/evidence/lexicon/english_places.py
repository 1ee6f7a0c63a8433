"""Countries, their peoples, and British counties that the common tables leave to English."""

ENGLISH_PLACES = """
place:andorra:country
    andorra, andorran
place:antigua:country
    antigua, antigua and barbuda, antiguan
place:bahamas:country
    bahamas, bahamian
place:bahrain:country
    bahrain, bahraini
place:barbados:country
    barbados, barbadian, bajan
place:belize:country
    belize, belizean
place:benin:country
    benin, beninese
place:bhutan:country
    bhutan, bhutanese
place:botswana:country
    botswana, botswanan
place:brunei:country
    brunei, bruneian
place:burundi:country
    burundi, burundian
place:capeverde:country
    cape verde, cabo verde, cape verdean
place:centralafrica:country
    central african republic
place:chad:country
    chad, chadian
place:comoros:country
    comoros, comoran, comorian
place:czechia:country
    czech republic
place:djibouti:country
    djibouti, djiboutian
place:dominica:country
    dominica
place:dominicanrepublic:country
    dominican republic
place:equatorialguinea:country
    equatorial guinea
place:eritrea:country
    eritrea, eritrean
place:eswatini:country
    eswatini, swaziland, swazi
place:gabon:country
    gabonese
place:gambia:country
    gambia, gambian
place:grenada:country
    grenada, grenadian
place:guinea:country
    guinea, guinean
place:guineabissau:country
    guinea bissau
place:guyana:country
    guyana, guyanese
place:jamaica:country
    jamaica, jamaican, jamaicans
place:jordan:country
    jordan, jordanian
place:kiribati:country
    kiribati
place:kosovo:country
    kosovan, kosovar
place:kyrgyzstan:country
    kyrgyzstan, kyrgyz
place:lesotho:country
    lesotho
place:liberia:country
    liberia, liberian
place:liechtenstein:country
    liechtenstein
place:madagascar:country
    malagasy
place:malawi:country
    malawi, malawian
place:maldives:country
    maldives, maldivian
place:malta:country
    malta, maltese
place:mauritania:country
    mauritania, mauritanian
place:mauritius:country
    mauritius, mauritian
place:montenegro:country
    montenegro, montenegrin
place:myanmar:country
    burmese
place:namibia:country
    namibia, namibian
place:nauru:country
    nauru
place:northmacedonia:country
    north macedonia, macedonia, macedonian
place:northernireland:country
    northern ireland, northern irish
place:palau:country
    palau
place:papuanewguinea:country
    papua new guinea
place:saintlucia:country
    saint lucia, st lucia
place:samoa:country
    samoa, samoan
place:sanmarino:country
    san marino
place:seychelles:country
    seychelles
place:sierraleone:country
    sierra leone, sierra leonean
place:solomonislands:country
    solomon islands
place:somaliland:country
    somaliland
place:suriname:country
    suriname, surinamese
place:tajikistan:country
    tajikistan, tajik
place:togo:country
    togo, togolese
place:tonga:country
    tonga, tongan
place:trinidad:country
    trinidad, trinidad and tobago, trinidadian
place:turkmenistan:country
    turkmenistan, turkmen
place:tuvalu:country
    tuvalu
place:vanuatu:country
    vanuatu
place:vatican:country
    vatican
place:gibraltar:country
    gibraltar
place:bermuda:country
    bermuda
place:guernsey:country
    guernsey
place:poland:country
    polish
place:england:country
    english
place:georgia:country
    georgia, georgian
place:puertorico:country
    puerto rico, puerto rican
place:guam:country
    guam
place:=:region
    bedfordshire, berkshire, buckinghamshire, cambridgeshire, county durham, derbyshire,
    gloucestershire, herefordshire, hertfordshire, leicestershire, northamptonshire,
    nottinghamshire, oxfordshire, shropshire, warwickshire, wiltshire, worcestershire,
    aberdeenshire, ayrshire, lanarkshire, perthshire, west midlands, east midlands, merseyside,
    teesside, tyneside, east anglia, west yorkshire, south yorkshire, north yorkshire
"""
