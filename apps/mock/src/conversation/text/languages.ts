// Data: one entry for each language that the mock answers in, English aside, which has more to say.

/** The phrases of the mock in a language. `{s}` stands for the subject. */
export interface Language {
  code: string;
  /** The names by which a prompt asks for it. */
  names: string[];
  /** First sentences; those with `{q}` in place of `{s}` take up a question word by word. */
  openings: string[];
  sentences: string[];
  /** Short phrases for lists, headings and cells. */
  points: string[];
  headers: [string, string, string];
  ratings: [string, string, string];
  /** The words before a table, a list or code. */
  lead: string;
  /** The lines of a poem, in order. */
  verses: string[];
  hello: string;
  /** Translations of common English phrases. */
  phrases: Record<string, string>;
  /** The text between sentences: nothing in Chinese and Japanese. */
  gap: " " | "";
  isRightToLeft: boolean;
}

const englishPhrases = [
  "hello",
  "good morning",
  "thank you",
  "how are you",
  "goodbye",
  "the weather is nice today",
  "where is the station",
  "i love you",
  "good night",
];

const entry = (text: string): Language => {
  const [code = "", names = "", openings = "", sentences = "", points = "", headers = "", ratings = "", ...more] = text
    .trim()
    .split("\n");
  const [phrases = "", lead = "", verses = ""] = more;
  const said = phrases.split("|");
  const [one = "", two = "", three = ""] = headers.split("|");
  const [low = "", middle = "", high = ""] = ratings.split("|");
  return {
    code,
    names: names.split("|"),
    openings: openings.split("|"),
    sentences: sentences.split("|"),
    points: points.split("|"),
    headers: [one, two, three],
    ratings: [low, middle, high],
    lead,
    verses: verses.split("|"),
    hello: said[0] ?? "",
    phrases: Object.fromEntries(englishPhrases.map((phrase, index) => [phrase, said[index] ?? ""])),
    gap: code === "zh" || code === "ja" ? "" : " ",
    isRightToLeft: code === "ar" || code === "he",
  };
};

export const languages: readonly Language[] = [
  `de
german|deutsch
Kurz gesagt geht es bei „{s}“ um drei Dinge.|Zu „{s}“ lässt sich einiges sagen.|Gern, hier ist das Wichtigste zu „{s}“.|Die Frage „{q}“ lässt sich am besten Schritt für Schritt beantworten.
Am Anfang steht die Frage, was man wirklich braucht.|Vieles wird einfacher, wenn man es in kleine Schritte teilt.|Ein Beispiel sagt hier mehr als eine lange Erklärung.|In der Praxis entscheidet oft die Vorbereitung.|Wer früh prüft, muss später weniger ändern.|Auch die Kosten sollte man von Beginn an im Blick behalten.|Nach einigen Wochen zeigt sich, was sich bewährt.|Am Ende zählt, dass das Ergebnis verständlich bleibt.
Ziel festlegen|Überblick gewinnen|Kosten prüfen|Zeit einplanen|Ergebnis testen|Erfahrungen teilen
Punkt|Beschreibung|Aufwand
gering|mittel|hoch
Hallo!|Guten Morgen!|Danke!|Wie geht es dir?|Auf Wiedersehen!|Das Wetter ist heute schön.|Wo ist der Bahnhof?|Ich liebe dich.|Gute Nacht!
Gern, hier ist es:
Der Morgen kommt auf leisen Schuhn,|das Fenster steht ein wenig offen,|der Wind hat heute nichts zu tun|und lässt den Abend auf uns hoffen.|Ein Vogel singt, der Tag wird weit,|und alles hat ein wenig Zeit.`,
  `fr
french|français|francais
En bref, « {s} » tient en trois idées.|Voici l'essentiel sur « {s} ».|Avec plaisir : parlons de « {s} ».|Le mieux est de répondre pas à pas à « {q} ».
Tout commence par une question simple et un objectif clair.|On avance mieux par petites étapes.|Un exemple vaut souvent mieux qu'une longue explication.|Dans la pratique, la préparation fait la différence.|Il vaut mieux vérifier tôt que corriger tard.|Le coût mérite d'être suivi dès le début.|Après quelques semaines, on voit ce qui fonctionne.|Au final, le résultat doit rester facile à comprendre.
Fixer l'objectif|Faire le point|Vérifier le coût|Prévoir du temps|Tester le résultat|Partager l'expérience
Point|Description|Effort
faible|moyen|élevé
Bonjour !|Bonjour !|Merci !|Comment vas-tu ?|Au revoir !|Il fait beau aujourd'hui.|Où est la gare ?|Je t'aime.|Bonne nuit !
Bien sûr, voici :
Le matin vient à petits pas,|la fenêtre s'ouvre au vent,|la rivière ne se presse pas|et garde un secret d'enfant.|Le soir allume une lanterne,|et le silence nous gouverne.`,
  `es
spanish|español|espanol|castellano
En pocas palabras, «{s}» se resume en tres ideas.|Esto es lo más importante sobre «{s}».|Con gusto: hablemos de «{s}».|La pregunta «{q}» se responde mejor paso a paso.
Todo empieza con una pregunta sencilla y un objetivo claro.|Se avanza mejor con pasos pequeños.|Un ejemplo dice más que una explicación larga.|En la práctica, la preparación marca la diferencia.|Conviene revisar pronto para no corregir tarde.|El coste se debe seguir desde el principio.|Después de unas semanas se ve lo que funciona.|Al final, el resultado tiene que ser fácil de entender.
Fijar el objetivo|Ver el conjunto|Revisar el coste|Reservar tiempo|Probar el resultado|Compartir lo aprendido
Punto|Descripción|Esfuerzo
bajo|medio|alto
¡Hola!|¡Buenos días!|¡Gracias!|¿Cómo estás?|¡Adiós!|Hoy hace buen tiempo.|¿Dónde está la estación?|Te quiero.|¡Buenas noches!
Claro, aquí está:
La mañana llega despacio,|la ventana deja entrar el viento,|el río conoce su espacio|y guarda un viejo cuento.|La tarde enciende su farol,|y duerme lentamente el sol.`,
  `it
italian|italiano
In breve, «{s}» si riassume in tre idee.|Ecco l'essenziale su «{s}».|Alla domanda «{q}» si risponde meglio passo dopo passo.
Tutto comincia con una domanda semplice e un obiettivo chiaro.|Si procede meglio a piccoli passi.|Un esempio vale più di una lunga spiegazione.|In pratica, è la preparazione a fare la differenza.|Meglio controllare presto che correggere tardi.|Il costo va seguito fin dall'inizio.|Dopo qualche settimana si vede che cosa funziona.|Alla fine, il risultato deve restare facile da capire.
Fissare l'obiettivo|Vedere l'insieme|Controllare il costo|Prevedere il tempo|Provare il risultato|Condividere l'esperienza
Punto|Descrizione|Impegno
basso|medio|alto
Ciao!|Buongiorno!|Grazie!|Come stai?|Arrivederci!|Oggi è una bella giornata.|Dov'è la stazione?|Ti amo.|Buona notte!
Certo, ecco qui:
Il mattino arriva piano,|la finestra fa entrare il vento,|il fiume va lontano|e il tempo scorre lento.|La sera accende le sue stelle,|e le parole sono belle.`,
  `pt
portuguese|português|portugues
Em resumo, «{s}» cabe em três ideias.|Aqui está o essencial sobre «{s}».|À pergunta «{q}» responde-se melhor passo a passo.
Tudo começa com uma pergunta simples e um objetivo claro.|Avança-se melhor com passos pequenos.|Um exemplo vale mais do que uma longa explicação.|Na prática, a preparação faz a diferença.|É melhor verificar cedo do que corrigir tarde.|O custo deve ser acompanhado desde o início.|Depois de algumas semanas vê-se o que funciona.|No fim, o resultado tem de ser fácil de entender.
Definir o objetivo|Ver o conjunto|Rever o custo|Reservar tempo|Testar o resultado|Partilhar a experiência
Ponto|Descrição|Esforço
baixo|médio|alto
Olá!|Bom dia!|Obrigado!|Como estás?|Adeus!|Hoje está bom tempo.|Onde fica a estação?|Amo-te.|Boa noite!
Claro, aqui está:
A manhã chega devagar,|a janela deixa entrar o vento,|o rio caminha para o mar|e guarda um velho pensamento.|A noite acende o seu luar,|e tudo volta a descansar.`,
  `ru
russian|русском|русский
Если коротко, в теме «{s}» важны три вещи.|Вот главное о теме «{s}».|На вопрос «{q}» лучше отвечать по порядку.
Сначала стоит понять, что именно нужно.|Проще двигаться небольшими шагами.|Один пример говорит больше, чем длинное объяснение.|На практике многое решает подготовка.|Лучше проверить рано, чем исправлять поздно.|За расходами следует следить с самого начала.|Через несколько недель видно, что работает.|В итоге результат должен оставаться понятным.
Определить цель|Собрать сведения|Проверить расходы|Выделить время|Проверить результат|Поделиться опытом
Пункт|Описание|Усилия
низкие|средние|высокие
Привет!|Доброе утро!|Спасибо!|Как дела?|До свидания!|Сегодня хорошая погода.|Где находится вокзал?|Я тебя люблю.|Спокойной ночи!
Конечно, вот:
Приходит утро не спеша,|в окно заглядывает ветер,|и тихо слушает душа,|как мир вокруг спокоен, светел.|Зажжёт фонарь вечерний час,|и звёзды посмотрят на нас.`,
  `ar
arabic|العربية
باختصار، يدور موضوع «{s}» حول ثلاث أفكار.|إليك أهم ما يقال عن «{s}».|من الأفضل أن نجيب عن السؤال «{q}» خطوة خطوة.
نبدأ بسؤال بسيط وهدف واضح.|التقدم بخطوات صغيرة أسهل دائمًا.|المثال الواحد يقول أكثر من شرح طويل.|في الواقع، التحضير هو ما يصنع الفرق.|من الأفضل أن نراجع مبكرًا بدل أن نصحح متأخرًا.|يجب متابعة التكلفة منذ البداية.|بعد بضعة أسابيع يظهر ما ينجح فعلًا.|وفي النهاية يجب أن تبقى النتيجة سهلة الفهم.
تحديد الهدف|جمع المعلومات|مراجعة التكلفة|تخصيص الوقت|اختبار النتيجة|مشاركة الخبرة
البند|الوصف|الجهد
منخفض|متوسط|مرتفع
مرحبًا!|صباح الخير!|شكرًا!|كيف حالك؟|مع السلامة!|الطقس جميل اليوم.|أين المحطة؟|أحبك.|تصبح على خير!
بالتأكيد، إليك:
يأتي الصباح على مهل،|والنافذة مفتوحة للريح،|والنهر يعرف طريقه|ويحفظ سرًا قديمًا.|وفي المساء يضيء قنديل،|وتنام النجوم على الماء.`,
  `he
hebrew|עברית
בקצרה, הנושא „{s}” עוסק בשלושה דברים.|הנה העיקר בנושא „{s}”.|על השאלה „{q}” כדאי לענות צעד אחר צעד.
מתחילים בשאלה פשוטה ובמטרה ברורה.|קל יותר להתקדם בצעדים קטנים.|דוגמה אחת אומרת יותר מהסבר ארוך.|בפועל, ההכנה עושה את ההבדל.|עדיף לבדוק מוקדם מאשר לתקן מאוחר.|כדאי לעקוב אחרי העלות מההתחלה.|אחרי כמה שבועות רואים מה עובד.|בסוף, התוצאה צריכה להישאר מובנת.
להגדיר מטרה|לאסוף מידע|לבדוק עלות|להקצות זמן|לבחון את התוצאה|לשתף ניסיון
נושא|תיאור|מאמץ
נמוך|בינוני|גבוה
שלום!|בוקר טוב!|תודה!|מה שלומך?|להתראות!|מזג האוויר נעים היום.|איפה התחנה?|אני אוהב אותך.|לילה טוב!
בטח, הנה:
הבוקר בא לאט לאט,|החלון פתוח אל הרוח,|הנהר יודע את דרכו|ושומר סוד ישן.|בערב נדלקת מנורה,|והכוכבים נחים על המים.`,
  `zh
chinese|mandarin|中文|汉语
简单来说，“{s}”可以从三个方面来看。|关于“{s}”，以下几点最重要。|“{q}”这个问题可以一步一步来回答。
首先要弄清楚真正的需求是什么。|把问题分成小步骤，会更容易解决。|一个好的例子胜过冗长的解释。|在实践中，准备工作往往决定结果。|尽早检查，以后就不必大改。|从一开始就应该关注成本。|几个星期之后，就能看出哪些方法有效。|最后，结果要让每个人都容易理解。
明确目标|收集信息|核对成本|安排时间|测试结果|分享经验
项目|说明|难度
低|中|高
你好！|早上好！|谢谢！|你好吗？|再见！|今天天气很好。|车站在哪里？|我爱你。|晚安！
好的，内容如下：
清晨的光轻轻到来，|窗外的风慢慢吹过，|河水记得自己的路，|带着一个旧日的梦。|夜里点亮一盏灯，|星星落在水面上。`,
  `ja
japanese|日本語
簡単に言うと、「{s}」には三つのポイントがあります。|「{s}」について、大切な点をまとめます。|「{q}」という質問には、順を追って答えます。
まず、本当に必要なものは何かを考えます。|小さな手順に分けると、ずっと進めやすくなります。|長い説明よりも、一つの例のほうが役に立ちます。|実際には、準備が結果を左右します。|早めに確認すれば、後で直すことが少なくなります。|費用は最初から見ておくとよいでしょう。|数週間たつと、うまくいく方法が見えてきます。|最後に、結果は誰にでもわかりやすいことが大切です。
目標を決める|情報を集める|費用を確かめる|時間を確保する|結果を試す|経験を共有する
項目|説明|難易度
低い|普通|高い
こんにちは！|おはようございます！|ありがとうございます！|お元気ですか？|さようなら！|今日はいい天気です。|駅はどこですか？|愛しています。|おやすみなさい！
はい、こちらです。
朝の光がそっと来て|窓辺に風が寄り添う|川は静かに道を知り|古い歌を運んでいく|夜には小さな灯がともり|星が水面に眠る`,
  `ko
korean|한국어
간단히 말해 “{s}”에는 세 가지 핵심이 있습니다.|“{s}”에 대해 가장 중요한 내용을 정리했습니다.|“{q}”라는 질문에는 차근차근 답해 보겠습니다.
먼저 정말로 필요한 것이 무엇인지 살펴봅니다.|작은 단계로 나누면 훨씬 쉬워집니다.|긴 설명보다 좋은 예 하나가 더 도움이 됩니다.|실제로는 준비가 결과를 좌우합니다.|일찍 확인하면 나중에 고칠 일이 줄어듭니다.|비용은 처음부터 살펴보는 것이 좋습니다.|몇 주가 지나면 무엇이 효과적인지 알 수 있습니다.|마지막으로 결과는 누구나 이해하기 쉬워야 합니다.
목표 정하기|정보 모으기|비용 확인하기|시간 계획하기|결과 시험하기|경험 나누기
항목|설명|난이도
낮음|보통|높음
안녕하세요!|좋은 아침입니다!|감사합니다!|어떻게 지내세요?|안녕히 가세요!|오늘 날씨가 좋네요.|역이 어디에 있나요?|사랑해요.|안녕히 주무세요!
네, 여기 있습니다.
아침 빛이 천천히 오고|창가에 바람이 머물면|강물은 제 길을 알아|오래된 노래를 나른다|저녁엔 작은 등불 켜지고|별들이 물 위에 잠든다`,
  `hi
hindi|हिन्दी|हिंदी
संक्षेप में, “{s}” के तीन मुख्य पहलू हैं।|“{s}” के बारे में सबसे ज़रूरी बातें ये हैं।|“{q}” इस प्रश्न का उत्तर एक-एक कदम में देना बेहतर है।
सबसे पहले यह समझें कि वास्तव में क्या चाहिए।|छोटे कदमों में आगे बढ़ना आसान होता है।|एक अच्छा उदाहरण लंबी व्याख्या से बेहतर है।|व्यवहार में तैयारी से ही फ़र्क पड़ता है।|बाद में सुधारने से अच्छा है कि पहले जाँच लें।|लागत पर शुरू से ध्यान देना चाहिए।|कुछ हफ़्तों में पता चल जाता है कि क्या काम करता है।|अंत में परिणाम सबके लिए सरल होना चाहिए।
लक्ष्य तय करें|जानकारी जुटाएँ|लागत जाँचें|समय निकालें|परिणाम परखें|अनुभव बाँटें
बिंदु|विवरण|मेहनत
कम|मध्यम|अधिक
नमस्ते!|सुप्रभात!|धन्यवाद!|आप कैसे हैं?|अलविदा!|आज मौसम अच्छा है।|स्टेशन कहाँ है?|मैं तुमसे प्यार करता हूँ।|शुभ रात्रि!
ज़रूर, यह लीजिए:
सुबह धीरे से आती है,|खिड़की पर हवा ठहरती है,|नदी अपनी राह जानती है,|एक पुराना गीत सुनाती है।|शाम को दीया जल उठता है,|पानी पर तारा सो जाता है।`,
].map(entry);

/** The language of a text by its letters and its commonest words; undefined for English and what is not known. */
export function languageOf(text: string): Language | undefined {
  const sample = text.slice(0, 1000);
  // Most prompts are plain ASCII, in which no other script can be.
  if (!isAscii.test(sample)) {
    const latin = sample.match(/[a-zA-Z]/g)?.length ?? 0;
    for (const [code, letters, weight] of scripts) {
      const count = sample.match(letters)?.length ?? 0;
      if (count > 0 && count * weight > latin) return byCode(code);
    }
  }
  const words = sample.toLowerCase().match(isAscii.test(sample) ? /[a-z']+/g : /[\p{L}']+/gu) ?? [];
  let [best, most, next] = ["en", 0, 0];
  for (const [code, known] of commonWords) {
    let score = 0;
    for (const word of words) if (known.has(word)) score += 1;
    if (ownLetters[code]?.test(sample)) score += 1;
    if (score > most) [best, most, next] = [code, score, most];
    else if (score > next) next = score;
  }
  return best === "en" || most < 2 || most === next ? undefined : byCode(best);
}

const isAscii = /^[\x20-\x7e\n\r\t]*$/;

/** The language that a prompt asks for by its name, such as `in German` or `auf Deutsch`. */
export function languageAskedFor(text: string): Language | "en" | undefined {
  const asked =
    /(?:\b(?:in|into|to|auf|ins|en|em|al|au|на|in the)\s+)([\p{L}\p{M}]+)|(中文|汉语|日本語|한국어|العربية|עברית|हिन्दी|हिंदी)/giu;
  let found: Language | "en" | undefined;
  for (const [, name = "", own = ""] of text.matchAll(asked)) {
    const wanted = (name || own).toLowerCase();
    if (/^(?:english|englische?|anglais|inglés|inglese|inglês|английский)$/.test(wanted)) found = "en";
    found = languages.find(({ names }) => names.includes(wanted)) ?? found;
  }
  return found;
}

const byCode = (code: string) => languages.find((language) => language.code === code);

/** Letters and short forms that tell a language from the others of its script. */
const ownLetters: Record<string, RegExp> = {
  de: /[äöüß]/i,
  es: /[ñ¿¡]/i,
  pt: /[ãõ]/i,
  fr: /[çœêùî]|\b(?:qu|[ldj])'\p{L}/iu,
  it: /\b(?:l|un|d|c|dell|all|cos)'\p{L}/iu,
};

/** A character of East Asian scripts says as much as several letters. */
const scripts: [string, RegExp, number][] = [
  ["ja", /[\u3040-\u30ff]/g, 4],
  ["ko", /[\uac00-\ud7af]/g, 4],
  ["zh", /[\u4e00-\u9fff]/g, 4],
  ["ar", /[\u0600-\u06ff]/g, 1],
  ["he", /[\u0590-\u05ff]/g, 1],
  ["ru", /[\u0400-\u04ff]/g, 1],
  ["hi", /[\u0900-\u097f]/g, 1],
];

const commonWords = new Map(
  Object.entries({
    en: "the a of and to is in for me what how write give with about please you it on as an are do i",
    de: "wer wann wo hat haben war geschrieben viele der die das und ist ein eine einen nicht wie was ich du mir mit für von zu auf den dem im über bitte schreibe erkläre warum sind nenne gib zeige erstelle mache kann kannst drei fünf kurze kurzen geht geht's",
    fr: "qui a écrit où quand combien le la les et est qu'est c'est qu'une qu'un ce moi nomme nommez cite citez liste deux trois cinq un une des que qui je tu moi avec pour dans sur du de écris explique pourquoi comment quel quelle au en",
    es: "cuántos cuántas cuánto tiene hay dónde cuándo quién explícame háblame cuéntame dime nombra dos tres cinco qué el la los las y es un una que con para por en de del al me cómo escribe explica sobre cuál favor dame",
    it: "elenca dimmi tre cinque cos'è il lo la gli e è un una che con per di del della mi cosa come scrivi spiega sulla perché sono su",
    pt: "dê dicas crie melhor mais nomeie diga três cinco o a os as e é um uma que com para por em de do da me como escreva explique sobre qual você não",
  }).map(([code, words]) => [code, new Set(words.split(" "))] as const),
);
