// Data: answers to open questions in German, French and Spanish, and the words that ask them.
import type { Frame } from "./question-frames.js";

/** The kinds of questions that are told apart in these languages. */
export interface ForeignQuestions {
  thing: RegExp;
  why: RegExp;
  steps: RegExp;
  frames: Record<"thing" | "why" | "steps" | "other", Frame>;
  /** The lead of an example. */
  example: string;
  /** names | what it is | an example. */
  terms: string;
}

export const foreignQuestions: Record<string, ForeignQuestions> = {
  de: {
    thing:
      /^(?:was (?:ist|sind|bedeutet|heißt)|wer (?:ist|war|waren)|wie funktionier(?:t|en)|erklär(?:e)?(?: mir)?(?: bitte)?|beschreibe?|definiere|erzähl(?:e)?(?: mir)?(?: etwas| was)? (?:über|von|vom|zu)) (?:(?:denn|eigentlich|genau) )?(?:(?:ein(?:e|en|er)?|der|die|das|den|dem) )?(?<topic>.+)/i,
    why: /^(?:warum|wieso|weshalb|woran liegt)\b/i,
    steps: /^wie (?:kann|könnte|soll|muss|mach|bau|lern|schreib|find|werd|bekomm|richt|install|koch|back|geht)/i,
    example: "Beispiel",
    frames: {
      thing: {
        openings: [
          "**{s}** lässt sich von mehreren Seiten betrachten:",
          "Am schnellsten bekommt man mit vier Fragen ein Bild von **{s}**:",
        ],
        items: [
          "**Merkmale:** Woran erkennt man es?",
          "**Kern:** Welche zwei oder drei Eigenschaften erklären fast alles andere?",
          "**Praxis:** Wie sieht ein typischer Fall von Anfang bis Ende aus?",
          "**Grenzen:** Womit wird es oft verwechselt?",
        ],
        remarks: [
          "Ein Beispiel hilft mehr als eine Definition: Am besten geht man die Fragen an einem bekannten Fall durch.",
        ],
        closings: ["Welcher Punkt interessiert dich am meisten?", "Soll ich auf einen der Punkte näher eingehen?"],
      },
      why: {
        openings: ["Auf „{q}“ gibt es selten nur eine Antwort. Meist kommen mehrere Gründe zusammen:"],
        items: [
          "**Der unmittelbare Grund:** was kurz vorher geschieht und ohne das es nicht dazu käme.",
          "**Die Bedingungen:** was gegeben sein muss, damit dieser Grund wirkt.",
          "**Die Vorgeschichte:** wie es dazu gekommen ist und warum es so geblieben ist.",
        ],
        remarks: ["Am meisten lernt man aus einem ähnlichen Fall, in dem es *nicht* geschieht."],
        closings: ["Welcher Punkt interessiert dich am meisten?", "Soll ich auf einen der Gründe näher eingehen?"],
      },
      steps: {
        openings: ["So kann man dabei vorgehen:", "Ich würde es Schritt für Schritt angehen:"],
        items: [
          "**Ziel festlegen:** In einem Satz aufschreiben, wie das Ergebnis aussehen soll.",
          "**Bedarf klären:** Werkzeug, Zeit und jemanden finden, der es schon einmal gemacht hat.",
          "**Klein anfangen:** Ein erster Versuch zeigt früh, was schwieriger ist als gedacht.",
          "**Ergebnis prüfen:** Mit dem Satz vom Anfang vergleichen und eine Sache nach der anderen verbessern.",
        ],
        isNumbered: true,
        remarks: ["Eine halbe Stunde zu einer festen Zeit bringt mehr als irgendwann ein ganzer Tag."],
        closings: ["Wo stehst du gerade? Dann kann ich genauer werden.", "Soll ich einen Schritt genauer beschreiben?"],
      },
      other: {
        openings: [
          "Dazu möchte ich lieber nicht raten. So lässt es sich klären:",
          "Das kann ich nicht sicher sagen. Hier würde ich nachsehen:",
        ],
        items: [
          "**Nachschlagewerk:** ein Lexikon oder eine Karte, deren Einträge geprüft werden.",
          "**Fachleute:** ein Amt, ein Verein oder ein Museum, das jeden Tag damit zu tun hat.",
          "**Zweite Quelle:** Stimmen zwei überein, die nicht voneinander abschreiben, kann man sich darauf verlassen.",
        ],
        remarks: ["Auch das Datum ist wichtig, denn solche Antworten ändern sich mit der Zeit."],
        closings: ["Wenn du einen Text dazu hast, suche ich die Antwort darin.", "Worum geht es dir dabei?"],
      },
    },
    terms: `
api,schnittstelle,programmierschnittstelle|Eine **API** ist eine Vereinbarung darüber, wie ein Programm von einem anderen Daten oder Arbeit anfordert.|Eine Wetter-App fragt die API eines Wetterdienstes nach der Vorhersage und zeichnet, was zurückkommt.
rekursion|**Rekursion** bedeutet, dass eine Funktion ein Problem löst, indem sie sich selbst mit einem kleineren Teil davon aufruft.|Die Fakultät von 4 ist 4 mal die Fakultät von 3, und so weiter bis 1.
datenbank|Eine **Datenbank** ist eine geordnete Sammlung von Daten, die Programme durchsuchen und ändern können.|Eine Bibliothek führt Bücher, Leser und Ausleihen in einer.
algorithmus|Ein **Algorithmus** ist eine endliche Folge klarer Schritte, die ein Problem löst.|Wer im Telefonbuch immer wieder halbiert, sucht binär.
künstliche intelligenz,ki|**Künstliche Intelligenz** bezeichnet Programme, die Aufgaben lösen, für die Menschen Verstand brauchen.|Übersetzung, Spracherkennung und Chat-Assistenten gehören dazu.
maschinelles lernen,machine learning|**Maschinelles Lernen** heißt, dass Programme aus Beispielen lernen statt aus festen Regeln.|Ein Spamfilter lernt aus Mails, die Menschen markiert haben.
photosynthese,fotosynthese|**Photosynthese** ist der Vorgang, mit dem Pflanzen aus Wasser, Kohlendioxid und Licht Zucker herstellen.|Fast der ganze Sauerstoff, den wir atmen, stammt daraus.
inflation|**Inflation** ist ein anhaltender Anstieg der Preise.|Bei 3 % kostet nach einem Jahr 103, was vorher 100 gekostet hat.
blockchain|Eine **Blockchain** ist eine Liste von Einträgen, in der jeder Block einen Fingerabdruck des vorigen enthält.|Bitcoin hält seine Zahlungen in einer fest.
docker|**Docker** packt ein Programm mit allem, was es braucht, in ein Image und startet es als Container.|\`docker run -p 8080:80 nginx\` startet einen Webserver.
git|**Git** ist eine Versionsverwaltung, die den Verlauf eines Projekts festhält.|\`git commit -m "Anmeldung"\` hält die vorgemerkten Änderungen fest.
demokratie|**Demokratie** ist eine Staatsform, in der die Macht vom Volk ausgeht.|Alle paar Jahre werden Parlamente frei gewählt.`,
  },
  fr: {
    thing:
      /^(?:qu['’]est[- ]ce (?:que c['’]est que |que |qu['’])|c['’]est quoi |qui (?:est|était|sont) |comment (?:fonctionnent?|marchent?) |explique(?:[- ]moi)? |décris |définis |parle[- ]moi (?:de |du |des |d['’]))(?:(?:une?|le|la|les|des) |l['’])?(?<topic>.+)/i,
    why: /^pourquoi\b/i,
    steps: /^comment (?:puis|peut|faire|dois|est-ce que|\p{L}+(?:[eio]r|re)\b)/iu,
    example: "Exemple",
    frames: {
      thing: {
        openings: [
          "On peut regarder **{s}** de plusieurs côtés :",
          "Quatre questions donnent vite une idée de **{s}** :",
        ],
        items: [
          "**Les traits :** à quoi le reconnaît-on ?",
          "**L'essentiel :** quels sont les deux ou trois points qui expliquent presque tout le reste ?",
          "**La pratique :** comment se déroule un cas typique, du début à la fin ?",
          "**Les limites :** avec quoi le confond-on souvent ?",
        ],
        remarks: ["Un exemple aide plus qu'une définition : le mieux est de suivre ces questions sur un cas connu."],
        closings: ["Quel point vous intéresse le plus ?", "Voulez-vous que je précise un de ces points ?"],
      },
      why: {
        openings: ["« {q} » : il y a rarement une seule réponse. Le plus souvent, plusieurs raisons se rejoignent :"],
        items: [
          "**La cause directe :** ce qui se passe juste avant, et sans quoi rien n'arriverait.",
          "**Les conditions :** ce qu'il faut pour que cette cause agisse.",
          "**L'histoire :** comment on en est arrivé là, et pourquoi c'est resté ainsi.",
        ],
        remarks: ["Pour comprendre, cherchez un cas semblable où cela n'arrive *pas*, et comparez."],
        closings: ["Quel point vous intéresse le plus ?", "Voulez-vous que je précise une de ces raisons ?"],
      },
      steps: {
        openings: ["Voici comment s'y prendre :", "Je procéderais étape par étape :"],
        items: [
          "**Fixer le but :** écrire en une phrase à quoi doit ressembler le résultat.",
          "**Réunir le nécessaire :** les outils, le temps et quelqu'un qui l'a déjà fait.",
          "**Commencer petit :** un premier essai montre vite ce qui est plus difficile que prévu.",
          "**Vérifier :** comparer avec la phrase du début, et améliorer un point à la fois.",
        ],
        isNumbered: true,
        remarks: ["Une demi-heure à heure fixe vaut mieux qu'une journée entière un jour ou l'autre."],
        closings: [
          "Où en êtes-vous ? Je pourrai alors être plus précis.",
          "Voulez-vous plus de détails sur une étape ?",
        ],
      },
      other: {
        openings: [
          "Je préfère ne pas deviner. Voici comment le savoir :",
          "Je n'en suis pas sûr. Voici où je chercherais :",
        ],
        items: [
          "**Un ouvrage de référence :** une encyclopédie ou un atlas, dont les articles sont vérifiés.",
          "**Des spécialistes :** une administration, une association ou un musée qui s'en occupe chaque jour.",
          "**Une deuxième source :** si deux sources indépendantes disent la même chose, on peut s'y fier.",
        ],
        remarks: ["Regardez aussi la date, car ces réponses changent avec le temps."],
        closings: ["Si vous avez un texte à ce sujet, j'y chercherai la réponse.", "Dans quel but le demandez-vous ?"],
      },
    },
    terms: `
api,interface de programmation|Une **API** est un accord sur la manière dont un programme demande à un autre des données ou un travail.|Une application météo interroge l'API d'un service et affiche les prévisions reçues.
récursivité,récursion|La **récursivité** consiste, pour une fonction, à résoudre un problème en s'appelant elle-même sur une partie plus petite.|La factorielle de 4 est 4 fois la factorielle de 3, et ainsi de suite jusqu'à 1.
base de données|Une **base de données** est un ensemble ordonné de données que des programmes peuvent interroger et modifier.|Une bibliothèque y garde ses livres, ses lecteurs et ses prêts.
algorithme|Un **algorithme** est une suite finie d'étapes claires qui résout un problème.|Chercher un nom en coupant l'annuaire en deux, encore et encore, en est un.
intelligence artificielle,ia|L'**intelligence artificielle** désigne des programmes qui accomplissent des tâches pour lesquelles il faut réfléchir.|La traduction, la reconnaissance vocale et les assistants en font partie.
apprentissage automatique,machine learning|L'**apprentissage automatique** permet à un programme d'apprendre à partir d'exemples plutôt que de règles fixes.|Un filtre anti-spam apprend à partir des messages que l'on a marqués.
photosynthèse|La **photosynthèse** est le processus par lequel les plantes produisent du sucre avec de l'eau, du gaz carbonique et de la lumière.|Presque tout l'oxygène que nous respirons en vient.
inflation|L'**inflation** est une hausse durable des prix.|À 3 %, ce qui coûtait 100 coûte 103 un an plus tard.
blockchain|Une **blockchain** est une liste d'enregistrements dont chaque bloc contient l'empreinte du précédent.|Bitcoin y garde ses paiements.
démocratie|La **démocratie** est un régime dans lequel le pouvoir vient du peuple.|Les parlements sont élus librement à intervalles réguliers.`,
  },
  es: {
    thing:
      /^¿?(?:qu[ée] (?:es|son|significa)|qui[ée]n (?:es|era|fue)|c[óo]mo funcionan?|expl[íi]ca(?:me)?|describe|define|h[áa]blame (?:de|sobre)) (?:(?:una?|el|la|los|las) )?(?<topic>.+)/i,
    why: /^¿?por qu[ée](?!\p{L})/iu,
    steps: /^¿?c[óo]mo (?:puedo|hago|se (?:hace|puede)|debo|podr[íi]a|\p{L}+[aei]r(?!\p{L}))/iu,
    example: "Ejemplo",
    frames: {
      thing: {
        openings: [
          "**{s}** se puede mirar desde varios lados:",
          "Con cuatro preguntas se obtiene rápido una idea de **{s}**:",
        ],
        items: [
          "**Rasgos:** ¿en qué se reconoce?",
          "**Lo esencial:** ¿qué dos o tres puntos explican casi todo lo demás?",
          "**En la práctica:** ¿cómo es un caso típico, de principio a fin?",
          "**Límites:** ¿con qué se confunde a menudo?",
        ],
        remarks: ["Un ejemplo ayuda más que una definición: lo mejor es seguir estas preguntas con un caso conocido."],
        closings: ["¿Qué punto te interesa más?", "¿Quieres que explique mejor alguno de estos puntos?"],
      },
      why: {
        openings: ["«{q}» rara vez tiene una sola respuesta. Casi siempre se juntan varias razones:"],
        items: [
          "**La causa directa:** lo que pasa justo antes, y sin lo cual no ocurriría.",
          "**Las condiciones:** lo que hace falta para que esa causa tenga efecto.",
          "**La historia:** cómo se ha llegado a esto, y por qué ha quedado así.",
        ],
        remarks: ["Para entenderlo, busca un caso parecido en el que *no* ocurra, y compara."],
        closings: ["¿Qué punto te interesa más?", "¿Quieres que explique mejor alguna de estas razones?"],
      },
      steps: {
        openings: ["Así se puede hacer:", "Yo lo haría paso a paso:"],
        items: [
          "**Fijar el objetivo:** escribir en una frase cómo debe ser el resultado.",
          "**Reunir lo necesario:** herramientas, tiempo y alguien que ya lo haya hecho.",
          "**Empezar en pequeño:** un primer intento muestra pronto lo que es más difícil de lo que parecía.",
          "**Comprobar:** comparar con la frase del principio y mejorar una cosa cada vez.",
        ],
        isNumbered: true,
        remarks: ["Media hora a una hora fija sirve más que un día entero alguna vez."],
        closings: ["¿En qué punto estás? Así puedo ser más concreto.", "¿Quieres más detalles de algún paso?"],
      },
      other: {
        openings: ["Prefiero no adivinar. Así se puede averiguar:", "No estoy seguro de eso. Yo miraría aquí:"],
        items: [
          "**Una obra de referencia:** una enciclopedia o un atlas, con artículos revisados.",
          "**Especialistas:** una oficina, una asociación o un museo que se ocupa de ello cada día.",
          "**Una segunda fuente:** si dos fuentes independientes coinciden, se puede confiar en ellas.",
        ],
        remarks: ["Mira también la fecha, porque estas respuestas cambian con el tiempo."],
        closings: ["Si tienes un texto sobre el tema, buscaré en él la respuesta.", "¿Para qué lo necesitas?"],
      },
    },
    terms: `
api,interfaz de programación|Una **API** es un acuerdo sobre cómo un programa pide a otro datos o trabajo.|Una aplicación del tiempo pregunta a la API de un servicio y muestra la previsión que recibe.
recursión,recursividad|La **recursión** consiste en que una función resuelve un problema llamándose a sí misma con una parte más pequeña.|El factorial de 4 es 4 por el factorial de 3, y así hasta 1.
base de datos|Una **base de datos** es un conjunto ordenado de datos que los programas pueden consultar y cambiar.|Una biblioteca guarda en ella sus libros, lectores y préstamos.
algoritmo|Un **algoritmo** es una serie finita de pasos claros que resuelve un problema.|Buscar un nombre partiendo la guía por la mitad una y otra vez es uno.
inteligencia artificial,ia|La **inteligencia artificial** son programas que hacen tareas para las que las personas necesitan pensar.|La traducción, el reconocimiento de voz y los asistentes son ejemplos.
aprendizaje automático,machine learning|El **aprendizaje automático** permite que un programa aprenda de ejemplos en vez de reglas fijas.|Un filtro de spam aprende de los correos que la gente ha marcado.
fotosíntesis|La **fotosíntesis** es el proceso con el que las plantas hacen azúcar a partir de agua, dióxido de carbono y luz.|Casi todo el oxígeno que respiramos viene de ella.
inflación|La **inflación** es una subida duradera de los precios.|Con un 3 %, lo que costaba 100 cuesta 103 un año después.
blockchain,cadena de bloques|Una **blockchain** es una lista de registros en la que cada bloque contiene la huella del anterior.|Bitcoin guarda en ella sus pagos.
democracia|La **democracia** es una forma de gobierno en la que el poder viene del pueblo.|Los parlamentos se eligen libremente cada pocos años.`,
  },
};
