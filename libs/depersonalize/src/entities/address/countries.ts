/**
 * English names of countries, those of ISO 3166 and of the United Nations, and some names they give themselves: folded.
 * Written down, since asking `Intl` for them takes a tenth of the engine's start.
 */
export const countries: ReadonlySet<string> = new Set(
  [
    'andorra|united arab emirates|afghanistan|antigua & barbuda|anguilla|albania|armenia|angola|antarctica|argentina|',
    'american samoa|austria|australia|aruba|åland islands|azerbaijan|bosnia & herzegovina|barbados|bangladesh|belgium|',
    'burkina faso|bulgaria|bahrain|burundi|benin|st. barthélemy|bermuda|brunei|bolivia|caribbean netherlands|brazil|',
    'bahamas|bhutan|bouvet island|botswana|belarus|belize|canada|cocos (keeling) islands|congo - kinshasa|',
    "central african republic|congo - brazzaville|switzerland|côte d'ivoire|cook islands|chile|cameroon|china|",
    'colombia|costa rica|cuba|cape verde|curaçao|christmas island|cyprus|czechia|germany|djibouti|denmark|dominica|',
    'dominican republic|algeria|ecuador|estonia|egypt|western sahara|eritrea|spain|ethiopia|finland|fiji|',
    'falkland islands|micronesia|faroe islands|france|gabon|united kingdom|grenada|georgia|french guiana|guernsey|',
    'ghana|gibraltar|greenland|gambia|guinea|guadeloupe|equatorial guinea|greece|',
    'south georgia & south sandwich islands|guatemala|guam|guinea-bissau|guyana|hong kong sar china|',
    'heard & mcdonald islands|honduras|croatia|haiti|hungary|indonesia|ireland|israel|isle of man|india|',
    'british indian ocean territory|iraq|iran|iceland|italy|jersey|jamaica|jordan|japan|kenya|kyrgyzstan|cambodia|',
    'kiribati|comoros|st. kitts & nevis|north korea|south korea|kuwait|cayman islands|kazakhstan|laos|lebanon|',
    'st. lucia|liechtenstein|sri lanka|liberia|lesotho|lithuania|luxembourg|latvia|libya|morocco|monaco|moldova|',
    'montenegro|st. martin|madagascar|marshall islands|north macedonia|mali|myanmar (burma)|mongolia|macao sar china|',
    'northern mariana islands|martinique|mauritania|montserrat|malta|mauritius|maldives|malawi|mexico|malaysia|',
    'mozambique|namibia|new caledonia|niger|norfolk island|nigeria|nicaragua|netherlands|norway|nepal|nauru|niue|',
    'new zealand|oman|panama|peru|french polynesia|papua new guinea|philippines|pakistan|poland|st. pierre & miquelon|',
    'pitcairn islands|puerto rico|palestinian territories|portugal|palau|paraguay|qatar|réunion|romania|serbia|russia|',
    'rwanda|saudi arabia|solomon islands|seychelles|sudan|sweden|singapore|st. helena|slovenia|svalbard & jan mayen|',
    'slovakia|sierra leone|san marino|senegal|somalia|suriname|south sudan|são tomé & príncipe|el salvador|',
    'sint maarten|syria|eswatini|turks & caicos islands|chad|french southern territories|togo|thailand|tajikistan|',
    'tokelau|timor-leste|turkmenistan|tunisia|tonga|türkiye|trinidad & tobago|tuvalu|taiwan|tanzania|ukraine|uganda|',
    'u.s. outlying islands|united states|uruguay|uzbekistan|vatican city|st. vincent & grenadines|venezuela|',
    'british virgin islands|u.s. virgin islands|vietnam|vanuatu|wallis & futuna|samoa|yemen|mayotte|south africa|',
    'zambia|zimbabwe|aland islands|antigua and barbuda|bonaire, sint eustatius and saba|bosnia and herzegovina|',
    "british indian ocean territory (chagos archipelago)|brunei darussalam|congo|cote d'ivoire|curacao|",
    'democratic republic of the congo|falkland islands (malvinas)|heard island and mcdonald islands|',
    "holy see (vatican city state)|hong kong|democratic people's republic of korea|republic of korea|kyrgyz republic|",
    "lao people's democratic republic|libyan arab jamahiriya|macao|myanmar|palestine|reunion|russian federation|",
    'saint barthelemy|saint helena|saint kitts and nevis|saint lucia|saint martin|saint pierre and miquelon|',
    'saint vincent and the grenadines|sao tome and principe|south georgia and the south sandwich islands|',
    'svalbard & jan mayen islands|syrian arab republic|trinidad and tobago|turkey|turks and caicos islands|',
    'united states of america|united states minor outlying islands|virgin islands, british|virgin islands, u.s.|',
    'wallis and futuna|usa|u.s.a.|us|uk|england|scotland|wales|northern ireland|czech republic|holland|',
    'the netherlands|uae|deutschland|españa|italia|polska|sverige|norge|danmark|suomi|österreich|schweiz|magyarország|',
    'slovenija|česko|brasil',
  ]
    .join('')
    .split('|'),
);
