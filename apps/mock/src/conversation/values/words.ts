/** A place whose parts belong together. */
export interface Place {
  city: string;
  country: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  currency: string;
  language: string;
  airport: string;
  isCapital: boolean;
}

const row = (line: string): Place => {
  const [city = "", country = "", countryCode = "", latitude, longitude, timeZone = "", ...rest] = line.split("|");
  const [currency = "", language = "", airport = "", capital] = rest;
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  return { city, country, countryCode, ...at, timeZone, currency, language, airport, isCapital: capital === "capital" };
};

/** Cities of the world, with what goes with them. */
export const places: readonly Place[] = [
  "Rome|Italy|IT|41.9028|12.4964|Europe/Rome|EUR|Italian|FCO|capital",
  "Oslo|Norway|NO|59.9139|10.7522|Europe/Oslo|NOK|Norwegian|OSL|capital",
  "Lisbon|Portugal|PT|38.7223|-9.1393|Europe/Lisbon|EUR|Portuguese|LIS|capital",
  "Paris|France|FR|48.8566|2.3522|Europe/Paris|EUR|French|CDG|capital",
  "Berlin|Germany|DE|52.52|13.405|Europe/Berlin|EUR|German|BER|capital",
  "Madrid|Spain|ES|40.4168|-3.7038|Europe/Madrid|EUR|Spanish|MAD|capital",
  "Barcelona|Spain|ES|41.3874|2.1686|Europe/Madrid|EUR|Spanish|BCN|",
  "London|United Kingdom|GB|51.5072|-0.1276|Europe/London|GBP|English|LHR|capital",
  "Vienna|Austria|AT|48.2082|16.3738|Europe/Vienna|EUR|German|VIE|capital",
  "Copenhagen|Denmark|DK|55.6761|12.5683|Europe/Copenhagen|DKK|Danish|CPH|capital",
  "Stockholm|Sweden|SE|59.3293|18.0686|Europe/Stockholm|SEK|Swedish|ARN|capital",
  "Helsinki|Finland|FI|60.1699|24.9384|Europe/Helsinki|EUR|Finnish|HEL|capital",
  "Warsaw|Poland|PL|52.2297|21.0122|Europe/Warsaw|PLN|Polish|WAW|capital",
  "Athens|Greece|GR|37.9838|23.7275|Europe/Athens|EUR|Greek|ATH|capital",
  "Amsterdam|Netherlands|NL|52.3676|4.9041|Europe/Amsterdam|EUR|Dutch|AMS|capital",
  "Zurich|Switzerland|CH|47.3769|8.5417|Europe/Zurich|CHF|German|ZRH|",
  "Istanbul|Türkiye|TR|41.0082|28.9784|Europe/Istanbul|TRY|Turkish|IST|",
  "Cairo|Egypt|EG|30.0444|31.2357|Africa/Cairo|EGP|Arabic|CAI|capital",
  "Nairobi|Kenya|KE|-1.2921|36.8219|Africa/Nairobi|KES|Swahili|NBO|capital",
  "Tokyo|Japan|JP|35.6762|139.6503|Asia/Tokyo|JPY|Japanese|HND|capital",
  "Seoul|South Korea|KR|37.5665|126.978|Asia/Seoul|KRW|Korean|ICN|capital",
  "Beijing|China|CN|39.9042|116.4074|Asia/Shanghai|CNY|Chinese|PEK|capital",
  "Mumbai|India|IN|19.076|72.8777|Asia/Kolkata|INR|Hindi|BOM|",
  "Singapore|Singapore|SG|1.3521|103.8198|Asia/Singapore|SGD|English|SIN|capital",
  "Sydney|Australia|AU|-33.8688|151.2093|Australia/Sydney|AUD|English|SYD|",
  "New York|United States|US|40.7128|-74.006|America/New_York|USD|English|JFK|",
  "San Francisco|United States|US|37.7749|-122.4194|America/Los_Angeles|USD|English|SFO|",
  "Boston|United States|US|42.3601|-71.0589|America/New_York|USD|English|BOS|",
  "Toronto|Canada|CA|43.6532|-79.3832|America/Toronto|CAD|English|YYZ|",
  "Mexico City|Mexico|MX|19.4326|-99.1332|America/Mexico_City|MXN|Spanish|MEX|capital",
  "Buenos Aires|Argentina|AR|-34.6037|-58.3816|America/Argentina/Buenos_Aires|ARS|Spanish|EZE|capital",
  "Reykjavík|Iceland|IS|64.1466|-21.9426|Atlantic/Reykjavik|ISK|Icelandic|KEF|capital",
].map(row);

const list = (words: string): readonly string[] => words.split("|");

export const firstNames = list(
  "Ada|Kari|Mateo|Yuki|Amara|Jonas|Leila|Priya|Noah|Sofia|Elias|Mina|Tomas|Ingrid|Omar|Clara|Hugo|Nadia|Felix|Zoe",
);
export const lastNames = list(
  "Lindqvist|Okafor|Tanaka|Moreau|Silva|Novak|Haddad|Berg|Rossi|Patel|Keller|Larsen|Kim|Costa|Weber|Nguyen|Dubois",
);
export const conditions = list("partly cloudy|light rain|sunny|overcast|clear|scattered showers|windy");
export const dishes = list("Lemon risotto|Tomato soup|Chickpea curry|Mushroom pie|Herb omelette|Pasta al limone");
export const jokes = list(
  "Why do programmers prefer the dark?|Because light attracts bugs.|What do you call a fish with no eyes?|A fsh.|Why did the table go to the doctor?|It had too many joins.",
);

/** Words of members' names in other languages, and what they are in English. */
export const foreignWords = new Map(
  [
    "city stadt ort ville ciudad città cidade",
    "country land pays país paese",
    "people personen personnes personas persone pessoas gäste",
    "date datum fecha data",
    "name nom nombre nome",
    "first_name vorname prénom",
    "last_name nachname apellido cognome",
    "price preis prix precio prezzo preço",
    "email correo courriel",
    "phone telefon teléfono téléphone telefono",
    "address adresse anschrift dirección indirizzo endereço",
    "street straße strasse rue calle via",
    "description beschreibung descripción descrizione descrição",
    "title titel titre título titolo",
    "temperature temperatur température temperatura",
    "weather wetter météo clima",
    "days tage jours días giorni dias",
    "age alter âge edad età idade",
    "quantity anzahl menge quantité cantidad quantità quantidade",
    "company firma unternehmen entreprise empresa azienda",
    "start_date startdatum anreise début inicio",
    "end_date enddatum abreise fin",
    "summary zusammenfassung résumé resumen",
    "category kategorie catégorie categoría",
    "rating bewertung valoración",
    "language sprache langue idioma lingua",
  ].flatMap((line) => {
    const [english = "", ...others] = line.split(" ");
    return others.map((word) => [word, english.replace("_", " ")] as const);
  }),
);

export const languageCodes: Record<string, string> = Object.fromEntries(
  "English en German de French fr Spanish es Italian it Japanese ja Portuguese pt Korean ko Arabic ar Chinese zh Hebrew he Russian ru Hindi hi Dutch nl Polish pl Norwegian no Swedish sv Turkish tr Greek el Danish da Finnish fi Swahili sw Icelandic is"
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ")) ?? [],
);
