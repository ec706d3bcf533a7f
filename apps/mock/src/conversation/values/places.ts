const columns = "city country countryCode latitude longitude timeZone currency language airport".split(" ");

/** The parts of a place by their names, which belong together. */
export type Place = Readonly<Record<string, string>>;

/** Cities of the world, with what goes with them. */
export const places: readonly Place[] = [
  "Rome|Italy|IT|41.9028|12.4964|Europe/Rome|EUR|Italian|FCO",
  "Oslo|Norway|NO|59.9139|10.7522|Europe/Oslo|NOK|Norwegian|OSL",
  "Lisbon|Portugal|PT|38.7223|-9.1393|Europe/Lisbon|EUR|Portuguese|LIS",
  "Paris|France|FR|48.8566|2.3522|Europe/Paris|EUR|French|CDG",
  "Berlin|Germany|DE|52.52|13.405|Europe/Berlin|EUR|German|BER",
  "Madrid|Spain|ES|40.4168|-3.7038|Europe/Madrid|EUR|Spanish|MAD",
  "London|United Kingdom|GB|51.5072|-0.1276|Europe/London|GBP|English|LHR",
  "Vienna|Austria|AT|48.2082|16.3738|Europe/Vienna|EUR|German|VIE",
  "Stockholm|Sweden|SE|59.3293|18.0686|Europe/Stockholm|SEK|Swedish|ARN",
  "Warsaw|Poland|PL|52.2297|21.0122|Europe/Warsaw|PLN|Polish|WAW",
  "Athens|Greece|GR|37.9838|23.7275|Europe/Athens|EUR|Greek|ATH",
  "Amsterdam|Netherlands|NL|52.3676|4.9041|Europe/Amsterdam|EUR|Dutch|AMS",
  "Zurich|Switzerland|CH|47.3769|8.5417|Europe/Zurich|CHF|German|ZRH",
  "Istanbul|Türkiye|TR|41.0082|28.9784|Europe/Istanbul|TRY|Turkish|IST",
  "Cairo|Egypt|EG|30.0444|31.2357|Africa/Cairo|EGP|Arabic|CAI",
  "Nairobi|Kenya|KE|-1.2921|36.8219|Africa/Nairobi|KES|Swahili|NBO",
  "Tokyo|Japan|JP|35.6762|139.6503|Asia/Tokyo|JPY|Japanese|HND",
  "Seoul|South Korea|KR|37.5665|126.978|Asia/Seoul|KRW|Korean|ICN",
  "Beijing|China|CN|39.9042|116.4074|Asia/Shanghai|CNY|Chinese|PEK",
  "Mumbai|India|IN|19.076|72.8777|Asia/Kolkata|INR|Hindi|BOM",
  "Sydney|Australia|AU|-33.8688|151.2093|Australia/Sydney|AUD|English|SYD",
  "New York|United States|US|40.7128|-74.006|America/New_York|USD|English|JFK",
  "San Francisco|United States|US|37.7749|-122.4194|America/Los_Angeles|USD|English|SFO",
  "Toronto|Canada|CA|43.6532|-79.3832|America/Toronto|CAD|English|YYZ",
  "Buenos Aires|Argentina|AR|-34.6037|-58.3816|America/Argentina/Buenos_Aires|ARS|Spanish|EZE",
].map((line) => Object.fromEntries(line.split("|").map((part, at) => [columns[at] ?? "", part])));

/** The place of a city or country; undefined where the table doesn't know it. */
export function placeNamed(name: string): Place | undefined {
  const wanted = name.toLowerCase();
  return places.find(({ city = "", country = "" }) => [city.toLowerCase(), country.toLowerCase()].includes(wanted));
}

export const isCountry = (name: string) => places.some(({ country }) => country === name);

/** The codes of languages by their English names. */
export const languageCodes: Readonly<Record<string, string>> = Object.fromEntries(
  "English en,German de,French fr,Spanish es,Italian it,Japanese ja,Portuguese pt,Korean ko,Arabic ar,Chinese zh,Hebrew he,Russian ru,Hindi hi,Dutch nl,Polish pl,Norwegian no,Swedish sv,Turkish tr,Greek el,Danish da,Finnish fi,Swahili sw"
    .split(",")
    .map((pair) => pair.split(" ")),
);
