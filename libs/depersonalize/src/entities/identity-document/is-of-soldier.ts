/** «Билет серии», «билет №»: of whom, it does not say. */
const ticketBefore =
  /(?<!\p{L})билет[а-яё]{0,2}[ \u00a0:(—-]{0,3}(?:(?:сери[яию]|сер\.|номер|№)[ \u00a0:]{0,2}(?:(?:и|,)[ \u00a0]?)?){0,2}$/iu;
const soldierly =
  /(?<!\p{L})(?:воен|воинск|в запасе|запаса(?!\p{L})|вус(?!\p{L})|призыв|призван|мобилиз|[ог]?[гр]?вк(?!\p{L})|рядово|сержант|ефрейтор|лейтенант|невоен)/iu;
const EARLIER = 240;
const LATER = 80;

/** Whether a number is a ticket's in words about service in the army («в запасе, билет …»). */
export function isOfSoldier(text: string, start: number, end: number): boolean {
  return (
    ticketBefore.test(text.slice(Math.max(0, start - 40), start)) &&
    (soldierly.test(text.slice(Math.max(0, start - EARLIER), start)) ||
      soldierly.test(text.slice(end, end + LATER)))
  );
}
