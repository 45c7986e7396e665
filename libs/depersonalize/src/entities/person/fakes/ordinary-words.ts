/** Names that are ordinary words too (Вера, Роза, Will, May), folded: lower case, ё as е. Not for made-up people. */
export const namesThatAreWords: ReadonlySet<string> = words(`
  вера надежда любовь роза слава лада мир сила воля лев марина мина майя галка поля рая света тема тома лука карп пров
  влас любим май август юпитер серый роман март потап алмаз булат мака нана лали ли ху ван си бин ибн абу аун раджа
  заря победа злата забава ника лилия марта флора лист варя рой эра ян ия али дик рон сид кен том вол
  осень калина малина ева лора мила
  мира миру мире миром силы силе силу силой веры веру вере верой надежды надежду надежде надеждой любви любовью розы
  розе розу розой славы славе славу славой темы теме тему темой тем томе тому том томом марте марту марта
  марины поле полю полей полям рае рай света свете свету светой роману романа романе романом романы льва льве
  кима ким пал пол поль дрон влад мане маня бен рос росс остин честер сидни мао 
  job bay bell brain fine direct housing center even view garden
  will may mark grace hope faith joy rose lily daisy iris ivy summer autumn april june august dawn eve 
  art drew frank gene grant guy king lance rich rod rusty 
  skip van wade chase chance chip cliff dean dale earl duke gay hunter jay
  jade jersey jewel joy lane lee logan london major mason merry miles paris penny prince ruby sterling stone
  star sunny sky skylar true young in an so long can do son see so ha my man may ok di la le de to no he she and the
  china america israel england ireland france jordan chad georgia virginia carolina florence austin houston dallas
  denver jackson lincoln madison savannah sydney victoria brooklyn charlotte chelsea kenya asia africa india
  christian islam angel pope bishop baron deacon abbey god saint lord lady sun moon ocean river rain storm
  bear wolf fox lion tiger cat dog blue green white black brown gray grey gold silver cash price bond buck
  sage basil ginger pepper olive cherry candy honey coco mercedes porsche royal noble bliss destiny trinity
  ace page reed ward west east north south field fields banks hill hills wood woods brook brooks forest
  english french german polish holland day week month year many much more best good better first last
  news media data code web page site link file home house team group company dash dot case major general
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().replaceAll('ё', 'е').split(/\s+/u));
}
