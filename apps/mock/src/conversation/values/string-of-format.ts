import { pick, type Random } from "../../random.js";
import { between, dateAfter, type Member, personOf } from "./member.js";
import * as words from "./words.js";

/** A text of a format; undefined for a format that is not known. */
export function stringOfFormat(format: string, member: Member): string | undefined {
  const { random, record } = member;
  const { name } = member;
  switch (format) {
    case "date":
      return /\b(birth|born|dob)\b|birthday/.test(name) ? birthDate(random) : dateAfter(record.nextDay());
    case "date-time":
    case "iso-date-time":
      return `${dateAfter(record.nextDay())}T${clock(random)}:00Z`;
    case "time":
    case "iso-time":
      return `${clock(random)}:00Z`;
    case "duration":
      return pick(["PT30M", "PT1H", "PT1H30M", "P1D", "P3D"], random);
    case "email":
    case "idn-email":
      return emailOf(member);
    case "hostname":
    case "idn-hostname":
      return `${slug(pick(words.companies, random))}.example.com`;
    case "ipv4":
      return `192.0.2.${between(1, 254, random)}`;
    case "ipv6":
      return `2001:db8::${between(1, 0xffff, random).toString(16)}`;
    case "uri":
    case "iri":
    case "url":
      return urlOf(member);
    case "uri-reference":
    case "iri-reference":
      return `/${slug(pick(words.products, random))}`;
    case "uuid":
      return uuid(random);
    case "byte":
      return btoa(pick(words.nouns, random));
    case "relative-json-pointer":
      return "1/0";
    case "json-pointer":
      return `/${pick(words.nouns, random)}/0`;
    case "regex":
      return "^[a-z]+$";
    default:
      return undefined;
  }
}

/** A UUID of version 4. */
export function uuid(random: Random): string {
  return `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`;
}

export function emailOf(member: Member): string {
  const { first, last } = personOf(member);
  return `${asciiOf(first)}.${asciiOf(last)}@example.com`;
}

export function urlOf(member: Member): string {
  if (/\b(image|avatar|photo|picture|thumbnail|icon|logo)\b/.test(`${member.parent} ${member.name}`))
    return imageOf(member);
  const topic = slug(member.subject).split("-").slice(0, 6).join("-");
  return `https://${pick(["www", "docs", "news"], member.random)}.example.com/${topic === "" ? slug(pick(words.nouns, member.random)) : topic}`;
}

export function imageOf({ random }: Member): string {
  return `https://images.example.com/${slug(pick(words.products, random))}.jpg`;
}

export const clock = (random: Random) =>
  `${String(between(7, 20, random)).padStart(2, "0")}:${pick(["00", "15", "30", "45"], random)}`;

const birthDate = (random: Random) =>
  `${between(1955, 2004, random)}-${String(between(1, 12, random)).padStart(2, "0")}-${String(between(1, 28, random)).padStart(2, "0")}`;

export const asciiOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[^\w.]/g, "")
    .toLowerCase();

const slug = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export const hex = (digits: number, random: Random) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
