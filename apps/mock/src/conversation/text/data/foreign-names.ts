// Data: things that people ask to be named, in five languages: the words for the kind, then names.

export const foreignNames: Record<string, string> = {
  de: `
fluss|flüsse|strom|ströme: Donau, Rhein, Elbe, Themse, Seine, Loire, Weichsel, Nil, Amazonas
berg|berge: Mount Everest, K2, Mont Blanc, Matterhorn, Kilimandscharo, Zugspitze
planet|planeten: Merkur, Venus, Erde, Mars, Jupiter, Saturn, Uranus, Neptun
land|länder: Italien, Frankreich, Spanien, Norwegen, Japan, Brasilien, Kanada, Ägypten
stadt|städte|hauptstadt|hauptstädte: Berlin, Wien, Rom, Paris, Madrid, Oslo, Tokio, Kairo
tier|tiere|haustiere: Hund, Katze, Elefant, Adler, Delfin, Fuchs, Igel, Pferd
farbe|farben: Rot, Blau, Grün, Gelb, Orange, Violett, Türkis
obst|frucht|früchte|obstsorten: Apfel, Birne, Kirsche, Banane, Orange, Traube, Erdbeere
gemüse|gemüsesorten: Karotte, Spinat, Brokkoli, Kürbis, Spargel, Paprika
programmiersprache|programmiersprachen: Python, JavaScript, TypeScript, Rust, Go, Java, Kotlin
sportart|sportarten: Fußball, Tennis, Basketball, Rudern, Schwimmen, Volleyball
instrument|instrumente|musikinstrumente: Geige, Klavier, Flöte, Trompete, Gitarre, Cello
ozean|ozeane: Pazifik, Atlantik, Indischer Ozean, Südlicher Ozean, Arktischer Ozean`,
  fr: `
fleuve|fleuves|rivière|rivières: la Loire, la Seine, le Rhône, le Danube, le Rhin, le Nil, l'Amazone
montagne|montagnes|sommets: l'Everest, le mont Blanc, le Cervin, le Kilimandjaro, le K2
planète|planètes: Mercure, Vénus, la Terre, Mars, Jupiter, Saturne, Uranus, Neptune
pays: l'Italie, l'Espagne, la Norvège, le Japon, le Brésil, le Canada, l'Égypte
ville|villes|capitale|capitales: Paris, Rome, Madrid, Berlin, Vienne, Oslo, Tokyo
animal|animaux: le chien, le chat, l'éléphant, l'aigle, le dauphin, le renard, le cheval
couleur|couleurs: rouge, bleu, vert, jaune, orange, violet, turquoise
fruit|fruits: la pomme, la poire, la cerise, la banane, l'orange, le raisin, la fraise
légume|légumes: la carotte, l'épinard, le brocoli, la citrouille, l'asperge, le poivron
langage de programmation|langages de programmation|langages: Python, JavaScript, TypeScript, Rust, Go, Java
sport|sports: le football, le tennis, le basket, l'aviron, la natation, le rugby
instrument|instruments: le violon, le piano, la flûte, la trompette, la guitare, le violoncelle
océan|océans: le Pacifique, l'Atlantique, l'océan Indien, l'océan Austral, l'océan Arctique`,
  es: `
río|ríos: el Danubio, el Tajo, el Ebro, el Sena, el Rin, el Nilo, el Amazonas
montaña|montañas: el Everest, el Aconcagua, el Mont Blanc, el Kilimanjaro, el Teide
planeta|planetas: Mercurio, Venus, la Tierra, Marte, Júpiter, Saturno, Urano, Neptuno
país|países: Italia, Francia, Noruega, Japón, Brasil, Canadá, Egipto
ciudad|ciudades|capital|capitales: Madrid, Roma, París, Berlín, Viena, Oslo, Tokio
animal|animales: el perro, el gato, el elefante, el águila, el delfín, el zorro, el caballo
color|colores: rojo, azul, verde, amarillo, naranja, violeta, turquesa
fruta|frutas: la manzana, la pera, la cereza, el plátano, la naranja, la uva, la fresa
verdura|verduras: la zanahoria, la espinaca, el brócoli, la calabaza, el espárrago
lenguaje de programación|lenguajes de programación|lenguajes: Python, JavaScript, TypeScript, Rust, Go, Java
deporte|deportes: el fútbol, el tenis, el baloncesto, el remo, la natación, el rugby
instrumento|instrumentos: el violín, el piano, la flauta, la trompeta, la guitarra
océano|océanos: el Pacífico, el Atlántico, el Índico, el Antártico, el Ártico`,
  it: `
fiume|fiumi: il Po, il Tevere, l'Arno, il Danubio, il Reno, la Senna, il Nilo
montagna|montagne: l'Everest, il Monte Bianco, il Cervino, il Kilimangiaro, l'Etna
pianeta|pianeti: Mercurio, Venere, la Terra, Marte, Giove, Saturno, Urano, Nettuno
paese|paesi: l'Italia, la Francia, la Spagna, la Norvegia, il Giappone, il Brasile
città|capitale|capitali: Roma, Parigi, Madrid, Berlino, Vienna, Oslo, Tokyo
animale|animali: il cane, il gatto, l'elefante, l'aquila, il delfino, la volpe, il cavallo
colore|colori: rosso, blu, verde, giallo, arancione, viola, turchese
frutto|frutti|frutta: la mela, la pera, la ciliegia, la banana, l'arancia, l'uva
linguaggi di programmazione|linguaggi: Python, JavaScript, TypeScript, Rust, Go, Java
sport: il calcio, il tennis, la pallacanestro, il canottaggio, il nuoto`,
  pt: `
rio|rios: o Tejo, o Douro, o Danúbio, o Sena, o Reno, o Nilo, o Amazonas
montanha|montanhas: o Everest, o Monte Branco, o Kilimanjaro, o Aconcágua
planeta|planetas: Mercúrio, Vénus, a Terra, Marte, Júpiter, Saturno, Urano, Neptuno
país|países: Portugal, a Itália, a França, a Noruega, o Japão, o Brasil
cidade|cidades|capital|capitais: Lisboa, Roma, Paris, Madrid, Berlim, Viena, Oslo
animal|animais: o cão, o gato, o elefante, a águia, o golfinho, a raposa, o cavalo
cor|cores: vermelho, azul, verde, amarelo, laranja, violeta, turquesa
fruta|frutas: a maçã, a pera, a cereja, a banana, a laranja, a uva, o morango
linguagens de programação|linguagens: Python, JavaScript, TypeScript, Rust, Go, Java`,
};

/** Words that ask for names, and the numbers from one to ten, by language. */
export const askingWords: Record<string, { ask: string; numbers: string }> = {
  de: {
    ask: "nenne(?: mir)?|nenn mir|gib mir|sag mir|zähle? mir|liste",
    numbers: "eine?n? zwei drei vier fünf sechs sieben acht neun zehn",
  },
  fr: {
    ask: "nomme(?:[- ]moi)?|nommez|cite(?:[- ]moi)?|citez|donne[- ]moi|liste",
    numbers: "une? deux trois quatre cinq six sept huit neuf dix",
  },
  es: {
    ask: "nombra|nómbrame|dime|dame|cita|enumera|menciona",
    numbers: "una? dos tres cuatro cinco seis siete ocho nueve diez",
  },
  it: {
    ask: "elenca|nomina|dimmi|dammi|cita",
    numbers: "una? due tre quattro cinque sei sette otto nove dieci",
  },
  pt: {
    ask: "nomeie|cite|diga(?:-me)?|dê-me|liste|indica",
    numbers: "uma? d(?:ois|uas) três quatro cinco seis sete oito nove dez",
  },
};
