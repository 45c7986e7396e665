/** Words of streets outside Russia, folded and without their full stop. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

export const streetWords = {
  /** Behind a name in English: enough with a number before it. */
  english:
    words(`street st avenue ave av road rd boulevard blvd lane ln drive dr court ct square sq terrace ter tce way highway
    hwy parkway pkwy circle cir close crescent cres gdns pde grove mews turnpike tpke alley place pl streets expressway freeway
    causeway broadway`),
  /** Behind a name in English, but words of other things too. */
  weak: words(`cl alley arcade bend bluff branch bridge brook bypass camp canyon cape center centre cliff cliffs club common
    corner corners course courts cove coves creek crest crossing crossroad curve dale dam divide drives estate estates
    extension extensions falls ferry field fields flat flats ford fords forest forge forges fork forks fort gardens garden
    gateway glen glens green greens groves harbor harbour harbors haven heights hill hills hollow inlet island islands isle
    junction junctions key keys knoll knolls lake lakes land landing light lights loaf lock locks lodge loop mall manor
    manors meadow meadows mill mills mission motorway mount mountain mountains neck orchard oval overpass park parks
    parkways pass passage path pike pine pines plain plains plaza plazas point points port ports prairie quay radial ramp
    ranch rapid rapids rest ridge ridges rise river roads route row rue run shoal shoals shore shores skyway spring springs
    spur spurs square squares station stravenue stream summit throughway trace track trafficway trail trl tunnel
    underpass union unions valley valleys via viaduct view views village villages ville vista walk walks wall ways well
    wells wharf wood woods yard`),
  /** Before a name: French, Italian, Spanish, Portuguese, Polish, Slovene, Czech, Romanian, Turkish, Greek. */
  before:
    words(`rue avenue av ave avenida avda avd boulevard boul bd bld blvd montée croissant rang promenade place pl allee allée allées chemin ch impasse quai
    route rte cours passage sentier faubourg via viale piazza piazzale piazzetta corso vicolo largo lungomare contrada
    strada calle c cl paseo plaza camino ronda carrer carretera ctra travessa travesía rua rúa r praça praca praceta estrada
    alameda ulica ul aleja aleje al plac os osiedle trg cesta ulice náměstí namesti nám nam nábřeží str strada bulevardul
    bdul calea șoseaua şoseaua șos jalan jl λεωφόρος λ οδός λεωφ leoforos odos boulevarde postbox voie petite bajada subida riera polígono poligono urbanización urbanizacion urb puente glorieta pasaje
    barrio vía sendero cuesta rambla parque plazuela rodovia quinta jardim urbanização viela beco rondo skwer bulw bulwar wyb
    droga wyspa aleea intrarea splaiul șoseaua vijenac contrà salita borgo`),
  /** Behind a name and before a number: German, Dutch, Nordic, Hungarian, Baltic, Turkish, Slavic. */
  behind:
    words(`strasse straße str platz allee gasse weg ring damm ufer u út utca utja tér tere krt körút rkp rakpart köz sor
    dűlő terrasse gate vei veg vej gade väg gata gatan katu tie straat laan plein kade gracht tn tänav pst mnt maantee iela
    gatve gatvė g sokak sk sokağı cad caddesi cd bulvarı mah mahallesi ulica ul cesta ulice trg nábřeží náměstí vägen
    vägen gränd torg alle allé allén plads park stræde tänav put laukums bulvāris prospekts gatve plantsoen park hof pad markt`),
  /** Small words inside a name. */
  links:
    words(`de la le les du des d' l' del della delle dei degli di da do dos das e y el los las van der den de het ter ten
    von vom zum zur am an im in bei ob unter op of the na nad pod u v ve dels 't af av på i și si a al o`),
  /** Prefixes of people and points of the compass. */
  points: words('n s e w ne nw se sw north south east west northeast northwest southeast southwest'),
} as const;
