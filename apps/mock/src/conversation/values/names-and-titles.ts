import { pick } from "../../random.js";
import { type Member, personOf } from "./member.js";
import * as words from "./words.js";

/** Whose name it is, by what it is in and what is beside it. */
export function nameOf(member: Member): string {
  const { parent, record, random, description } = member;
  const about = `${parent} ${description}`;
  const { siblings } = record;
  if (/\b(cit(y|ies)|town|capital)\b/.test(about)) return record.place().city;
  if (/\bcountr(y|ies)\b/.test(about)) return record.place().country;
  if (/\b(compan(y|ies)|organi[sz]ation|vendor|brand|employer)\b/.test(about)) return pick(words.companies, random);
  if (/\bingredients?\b/.test(about)) return oneOf(words.fruit, member);
  if (/\b(recipe|dish|meal)s?\b/.test(about) || /\b(ingredients|servings)\b/.test(siblings))
    return oneOf(words.dishes, member);
  if (/\bcolou?rs?\b/.test(about)) return oneOf(words.colours, member);
  if (/\b(product|item|article)s?\b/.test(about) || /\b(price|sku|stock|quantity)\b/.test(siblings))
    return oneOf(words.products, member);
  if (/\b(book|novel)s?\b/.test(about)) return oneOf(words.books, member);
  if (/\b(latitude|population|country)\b/.test(siblings) && !/\b(age|email)\b/.test(siblings))
    return record.place().city;
  if (/\b(event|project|team|task|course|playlist|file|category|feature|metric|plan)s?\b/.test(about)) {
    return `${capital(pick(words.adjectives, random))} ${pick(words.nouns, random)}`;
  }
  return fullName(member);
}

export function titleOf(member: Member): string {
  const { record, parent, subject, random, index } = member;
  const { siblings } = record;
  if (/\b(attendees?|participants|duration|start|location)\b/.test(siblings)) {
    const about = /\babout (?:the |our |an? )?([^.,!?\n]{3,40})/i.exec(member.hints.text)?.[1];
    if (about !== undefined) return capital(about);
  }
  if (/\b(author|isbn|pages|publisher)\b/.test(siblings) || /book/.test(parent)) return oneOf(words.books, member);
  if (/\b(price|sku|stock)\b/.test(siblings)) return oneOf(words.products, member);
  if (/\b(ingredients?|servings)\b/.test(siblings)) return oneOf(words.dishes, member);
  if (/\b(due|done|completed|assignee|priority)\b/.test(siblings)) return oneOf(tasks, member);
  return subject === "" || index > 0
    ? `The ${pick(words.adjectives, random)} ${pick(words.nouns, random)}`
    : capital(subject);
}

export function fullName(member: Member): string {
  const { first, last } = personOf(member);
  return `${first} ${last}`;
}

export function idOf({ name, parent, random }: Member): string {
  const [prefix = "id"] = (
    name.replace(/\b(id|identifier|key|token|reference|ref|number|no)\b/g, "").trim() ||
    parent ||
    "id"
  ).split(" ");
  const digits = Array.from({ length: 8 }, () => "23456789abcdefghjkmnpqrstuvwxyz"[Math.floor(random() * 31)]).join("");
  return `${prefix.slice(0, 4)}_${digits}`;
}

/** One of a list; elements of the same array take one after the other. */
export function oneOf(list: readonly string[], { random, index, start }: Member): string {
  return (start === undefined ? undefined : list[(start + index) % list.length]) ?? pick(list, random);
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const tasks = [
  "Write down what is needed",
  "Heat the water",
  "Mix everything well",
  "Check the result",
  "Let it rest for ten minutes",
  "Serve while it is fresh",
  "Note what to change next time",
];
