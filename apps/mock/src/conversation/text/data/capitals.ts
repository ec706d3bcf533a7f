// Data: the capitals of some countries, in the languages that the mock answers in.

const codes = "IT FR DE ES PT GB AT CH NL GR PL SE NO EG JP KR CN IN US CA BR MX AU RU".split(" ");

const names: Record<string, string> = {
  en: "Rome|Paris|Berlin|Madrid|Lisbon|London|Vienna|Bern|Amsterdam|Athens|Warsaw|Stockholm|Oslo|Cairo|Tokyo|Seoul|Beijing|New Delhi|Washington, D.C.|Ottawa|Brasília|Mexico City|Canberra|Moscow",
  de: "Rom|Paris|Berlin|Madrid|Lissabon|London|Wien|Bern|Amsterdam|Athen|Warschau|Stockholm|Oslo|Kairo|Tokio|Seoul|Peking|Neu-Delhi|Washington, D.C.|Ottawa|Brasília|Mexiko-Stadt|Canberra|Moskau",
  fr: "Rome|Paris|Berlin|Madrid|Lisbonne|Londres|Vienne|Berne|Amsterdam|Athènes|Varsovie|Stockholm|Oslo|Le Caire|Tokyo|Séoul|Pékin|New Delhi|Washington|Ottawa|Brasilia|Mexico|Canberra|Moscou",
  es: "Roma|París|Berlín|Madrid|Lisboa|Londres|Viena|Berna|Ámsterdam|Atenas|Varsovia|Estocolmo|Oslo|El Cairo|Tokio|Seúl|Pekín|Nueva Delhi|Washington D. C.|Ottawa|Brasilia|Ciudad de México|Canberra|Moscú",
  it: "Roma|Parigi|Berlino|Madrid|Lisbona|Londra|Vienna|Berna|Amsterdam|Atene|Varsavia|Stoccolma|Oslo|Il Cairo|Tokyo|Seul|Pechino|Nuova Delhi|Washington|Ottawa|Brasilia|Città del Messico|Canberra|Mosca",
  pt: "Roma|Paris|Berlim|Madrid|Lisboa|Londres|Viena|Berna|Amesterdão|Atenas|Varsóvia|Estocolmo|Oslo|Cairo|Tóquio|Seul|Pequim|Nova Deli|Washington|Ottawa|Brasília|Cidade do México|Camberra|Moscovo",
  ru: "Рим|Париж|Берлин|Мадрид|Лиссабон|Лондон|Вена|Берн|Амстердам|Афины|Варшава|Стокгольм|Осло|Каир|Токио|Сеул|Пекин|Нью-Дели|Вашингтон|Оттава|Бразилиа|Мехико|Канберра|Москва",
  ar: "روما|باريس|برلين|مدريد|لشبونة|لندن|فيينا|برن|أمستردام|أثينا|وارسو|ستوكهولم|أوسلو|القاهرة|طوكيو|سول|بكين|نيودلهي|واشنطن|أوتاوا|برازيليا|مكسيكو سيتي|كانبرا|موسكو",
  he: "רומא|פריז|ברלין|מדריד|ליסבון|לונדון|וינה|ברן|אמסטרדם|אתונה|ורשה|סטוקהולם|אוסלו|קהיר|טוקיו|סיאול|בייג'ינג|ניו דלהי|וושינגטון|אוטווה|ברזיליה|מקסיקו סיטי|קנברה|מוסקבה",
  zh: "罗马|巴黎|柏林|马德里|里斯本|伦敦|维也纳|伯尔尼|阿姆斯特丹|雅典|华沙|斯德哥尔摩|奥斯陆|开罗|东京|首尔|北京|新德里|华盛顿|渥太华|巴西利亚|墨西哥城|堪培拉|莫斯科",
  ja: "ローマ|パリ|ベルリン|マドリード|リスボン|ロンドン|ウィーン|ベルン|アムステルダム|アテネ|ワルシャワ|ストックホルム|オスロ|カイロ|東京|ソウル|北京|ニューデリー|ワシントンD.C.|オタワ|ブラジリア|メキシコシティ|キャンベラ|モスクワ",
  ko: "로마|파리|베를린|마드리드|리스본|런던|빈|베른|암스테르담|아테네|바르샤바|스톡홀름|오슬로|카이로|도쿄|서울|베이징|뉴델리|워싱턴 D.C.|오타와|브라질리아|멕시코시티|캔버라|모스크바",
  hi: "रोम|पेरिस|बर्लिन|मैड्रिड|लिस्बन|लंदन|वियना|बर्न|एम्स्टर्डम|एथेंस|वारसॉ|स्टॉकहोम|ओस्लो|काहिरा|टोक्यो|सियोल|बीजिंग|नई दिल्ली|वॉशिंगटन डीसी|ओटावा|ब्रासीलिया|मेक्सिको सिटी|कैनबरा|मॉस्को",
};

/** “It is {k}.” in each language. */
const answers: Record<string, string> = {
  en: "It is **{k}**.",
  de: "Das ist **{k}**.",
  fr: "C'est **{k}**.",
  es: "Es **{k}**.",
  it: "È **{k}**.",
  pt: "É **{k}**.",
  ru: "Это **{k}**.",
  ar: "إنها **{k}**.",
  he: "זו **{k}**.",
  zh: "是**{k}**。",
  ja: "**{k}**です。",
  ko: "**{k}**입니다.",
  hi: "यह **{k}** है।",
};

/** Matches the word for a capital in any of the languages. */
export const capitalWord = /\bcapitals?\b|\bcapitale\b|hauptstadt|首都|수도|عاصمة|בירת|בירה|столиц|राजधानी/iu;

const aliases: [RegExp, string][] = [
  [/\b(?:USA|U\.S\.A?\.?|United States|America)\b/, "US"],
  [/\b(?:UK|U\.K\.|Britain|England)\b/, "GB"],
  [/美国|미국|アメリカ/, "US"],
  [/イギリス/, "GB"],
  [/(?<!북)한국/, "KR"],
];

/** Countries that are known in English only. */
const others = new Map(
  "Argentina:Buenos Aires|Chile:Santiago|Peru:Lima|Colombia:Bogotá|Cuba:Havana|Uruguay:Montevideo|Ireland:Dublin|Belgium:Brussels|Denmark:Copenhagen|Finland:Helsinki|Iceland:Reykjavík|Czechia:Prague|Czech Republic:Prague|Hungary:Budapest|Romania:Bucharest|Bulgaria:Sofia|Croatia:Zagreb|Serbia:Belgrade|Slovenia:Ljubljana|Slovakia:Bratislava|Ukraine:Kyiv|Turkey:Ankara|Türkiye:Ankara|Kazakhstan:Astana|Georgia:Tbilisi|Armenia:Yerevan|Iran:Tehran|Iraq:Baghdad|Saudi Arabia:Riyadh|Jordan:Amman|Lebanon:Beirut|Pakistan:Islamabad|Bangladesh:Dhaka|Nepal:Kathmandu|Thailand:Bangkok|Vietnam:Hanoi|Indonesia:Jakarta|Malaysia:Kuala Lumpur|Philippines:Manila|Mongolia:Ulaanbaatar|New Zealand:Wellington|Morocco:Rabat|Algeria:Algiers|Tunisia:Tunis|Kenya:Nairobi|Ethiopia:Addis Ababa|Nigeria:Abuja|Ghana:Accra|Senegal:Dakar|Estonia:Tallinn|Latvia:Riga|Lithuania:Vilnius|Luxembourg:Luxembourg"
    .split("|")
    .map((pair) => pair.split(":") as [string, string]), // each has one colon
);

/** Returns the capital of the country that a text names, in a language; undefined where it names none. */
export function capitalNamed(
  text: string,
  language: string,
): { code: string; city: string; sentence: string } | undefined {
  const other = language === "en" ? [...others.keys()].find((country) => text.includes(country)) : undefined;
  const known = other === undefined ? undefined : others.get(other);
  if (known !== undefined) return { code: "", city: known, sentence: `It is **${known}**.` };
  const code = countryIn(text, language) ?? countryIn(text, "en");
  const city = code === undefined ? undefined : names[language]?.split("|")[codes.indexOf(code)];
  if (code === undefined || city === undefined) return undefined;
  return { code, city, sentence: (answers[language] ?? "{k}").replace("{k}", city) };
}

function countryIn(text: string, language: string): string | undefined {
  const alias = aliases.find(([pattern]) => pattern.test(text));
  if (alias !== undefined) return alias[1];
  const plain = (words: string) => words.normalize("NFC").replaceAll("\u093c", "").toLowerCase();
  const said = plain(text);
  const regions = new Intl.DisplayNames(language, { type: "region" });
  return codes.find((code) => {
    const name = plain(regions.of(code) ?? code);
    // Russian changes the end of a name: Франция, Франции.
    return said.includes(language === "ru" && name.length > 4 ? name.slice(0, -1) : name);
  });
}
