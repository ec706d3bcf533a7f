// Data: what is said in talk that asks for nothing in particular.

/** The mock in its own words, by language. */
export const introductions: Record<string, string> = {
  en: "I am the mock of this service: no model is behind me. I write answers from your words and a seed, so the same question always gets the same answer. That makes me useful for building and testing, less so for facts.",
  de: "Ich bin der Mock dieses Dienstes: Hinter mir steht kein Modell. Dieselbe Frage bekommt von mir immer dieselbe Antwort.",
  fr: "Je suis le mock de ce service : il n'y a pas de modèle derrière moi. La même question reçoit toujours la même réponse.",
  es: "Soy el mock de este servicio: no hay ningún modelo detrás. La misma pregunta recibe siempre la misma respuesta.",
  it: "Sono il mock di questo servizio: dietro di me non c'è alcun modello. La stessa domanda riceve sempre la stessa risposta.",
  pt: "Sou o mock deste serviço: não há nenhum modelo por trás. A mesma pergunta recebe sempre a mesma resposta.",
  ru: "Я — мок этого сервиса: за мной нет модели. На один и тот же вопрос я всегда отвечаю одинаково.",
  ar: "أنا نسخة تجريبية من هذه الخدمة، ولا يوجد نموذج خلفي. السؤال نفسه يحصل دائمًا على الجواب نفسه.",
  he: "אני הדמיה של השירות הזה: אין מאחוריי מודל. אותה שאלה מקבלת תמיד אותה תשובה.",
  zh: "我是这个服务的模拟程序，背后没有模型。同样的问题总会得到同样的回答。",
  ja: "私はこのサービスのモックです。背後にモデルはありません。同じ質問には、いつも同じ答えを返します。",
  ko: "저는 이 서비스의 목 서버이며, 뒤에 모델이 없습니다. 같은 질문에는 항상 같은 답을 드립니다.",
  hi: "मैं इस सेवा का मॉक हूँ; मेरे पीछे कोई मॉडल नहीं है। एक ही प्रश्न का उत्तर हमेशा एक ही होता है।",
};

export const greetings: readonly string[] = [
  "Hello! 👋 What can I do for you today? I can explain things, draft and shorten texts, write code, or put what you have into a table or a list.",
  "Hi there! How can I help? Tell me what you are working on, and I will suggest a first step.",
  "Hello, and welcome! Ask me a question, or paste a text that you would like me to summarise, translate or improve.",
];


export const foreignJokes: Record<string, string> = {
  de: "Warum können Programmierer so schlecht schlafen?\n\nWegen der vielen Bugs im Bett. 🐛",
  fr: "Pourquoi les développeurs aiment-ils le mode sombre ?\n\nParce que la lumière attire les bugs. 🐛",
  es: "¿Por qué los programadores prefieren el modo oscuro?\n\nPorque la luz atrae a los bichos. 🐛",
  it: "Perché i programmatori preferiscono il tema scuro?\n\nPerché la luce attira i bug. 🐛",
  pt: "Por que os programadores preferem o modo escuro?\n\nPorque a luz atrai os bugs. 🐛",
  ru: "Почему программисты любят тёмную тему?\n\nПотому что на свет летят баги. 🐛",
  ar: "لماذا يفضل المبرمجون الوضع الداكن؟\n\nلأن الضوء يجذب الحشرات. 🐛",
  he: "למה מתכנתים אוהבים מצב כהה?\n\nכי האור מושך באגים. 🐛",
  zh: "程序员为什么喜欢深色模式？\n\n因为光会招来虫子（bug）。🐛",
  ja: "プログラマーはなぜダークモードが好きなのでしょう？\n\n光は虫（バグ）を呼ぶからです。🐛",
  ko: "프로그래머는 왜 다크 모드를 좋아할까요?\n\n빛이 벌레(버그)를 부르기 때문입니다. 🐛",
  hi: "प्रोग्रामर डार्क मोड क्यों पसंद करते हैं?\n\nक्योंकि रोशनी कीड़ों (बग) को बुलाती है। 🐛",
};

export const funFacts: readonly string[] = [
  "Honey keeps for thousands of years. Jars from ancient tombs were still good to eat. 🍯",
  "An octopus has **three hearts**, and two of them pause while it swims. 🐙",
  "A day on Venus is longer than its year: it turns so slowly that it is round the Sun first.",
  "Bananas are berries, botanically speaking, and strawberries are not. 🍓",
  "The Eiffel Tower is about 15 cm taller in summer, because iron expands in the heat.",
  "Wombats leave droppings in the shape of cubes, which don't roll away.",
];

/** The list of what the mock can be asked for. */
export const abilities = `I can help with quite a few things:

- **Explain** a topic, step by step or in one sentence
- **Write** emails, posts, titles, stories and poems
- **Format** what you have as a table, a list, Markdown or JSON
- **Code** in many languages, and look over code that you paste
- **Translate**, summarise and shorten texts

What would you like to start with?`;
