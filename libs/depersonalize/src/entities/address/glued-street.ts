/** Ends of words that are streets in themselves: «Sludevej», «Hauptstrasse», «Mannerheimintie», «Dalmatinova». */
const gluedPattern =
  /(?:.{2}(?:strasse|straße|str\.?|gasse|weg|platz|allee|damm|ufer|brücke|bruecke|straat|laan|plein|gracht|kade|dijk|steeg|dreef|singel|gatan|gata|gaten|gate|vägen|vagen|väg|gränd|grand|torget|stigen|backen|vej|vejen|gade|gaden|stræde|strædet|vænget|vangen|vei|veien|veg|vegen|bakken|stien|lia|svingen|katu|tie|kuja|polku|raitti|kaari|ranta|stræti|straeti|vegur|braut|hlíð|utca|krogen|plantsoen|pad|laantje|steig|stieg|pfad|graben|kai|zeile|gärdet|parken|eggen)|.{4}(?:ova|eva|ná|ská|cká|eho|skega))$/u;

/** Whether a folded word is a street by its end. */
export function isGluedStreet(folded: string): boolean {
  return gluedPattern.test(folded.replace(/\.$/, ''));
}
