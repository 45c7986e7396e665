/** Capitalised English words that are no part of a name. Folded. */
export const notNamesInEnglish: ReadonlySet<string> = words(`
  the a an and or but if of in on at by to for from with as is are was were be been am do does did has have had will
  would can could should may might must not no yes i me my you your he him his she her it its we us our they them their
  this that these those what who whom which when where why how there here then than so also just only very more most
  please thanks thank hello hi hey dear regards best sincerely yours cheers sorry ok okay good great new old first last
  next one two three four five six seven eight nine ten monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december spring summer autumn winter
  mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec
  america american americans england english britain british france french germany german spain spanish italy italian
  europe european asia asian africa african china chinese japan japanese india indian russia russian iraq iraqi iran
  iranian israel israeli israelis palestine palestinian arab arabs muslim muslims christian christians jewish jews
  canada canadian mexico mexican australia australian brazil korea korean pakistan afghanistan syria turkey egypt
  united states kingdom republic union nations north south east west northern southern eastern western central
  new york los angeles san francisco washington london paris berlin moscow baghdad houston texas california florida
  street avenue road boulevard drive court square place city county state town village river lake island mount
  email mail web internet online website phone fax subject re fw fwd sent message date page attached note ps
  group groups article yahoo google microsoft apple twitter facebook youtube hotmail gmail windows linux
  mr mrs ms miss dr prof sir madam president minister secretary senator governor general colonel captain king queen
  prince princess pope father mother sister brother uncle aunt god jesus lord christ bible quran islam
  happy birthday christmas easter eve day night morning evening today tomorrow yesterday week month year time
  any all some every each both few many much other another such own same too now never always again once
  get got go going come see know think want need use make take give let say said tell call look find try ask work
  love like hate hope wish lol omg rt dm via pm am est pst gmt utc usa uk eu un nato fbi cia us
  call patient inject meet card account number address name world war peace human rights house white congress
  user users login password job bay bell dead brain fine direct housing center even view garden attached file great thank prompt amazing cottage
  army navy air force police department office chief executive vice senior director manager board committee
`);

/** After these a run of capitals is the name of a firm. */
export const organisationWords: ReadonlySet<string> = words(`
  inc incorporated ltd limited llc llp corp corporation co company gmbh plc sa ag group holdings bank university college
  school institute foundation association society orchestra band club team church hospital hotel restaurant systems
  technologies solutions services software labs studios records magazine times post journal press news network media
  airlines airport park street avenue road lane drive island islands county city river lake bay beach mountain valley
  center centre museum theater theatre stadium award prize cup act law party states kingdom union republic
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}
