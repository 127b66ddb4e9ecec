// What is bid, called and announced, as players say it in the language of the page.

import {place} from "./words.js";

/** English, and the same in the other languages; what is the same in all of them is missing. */
const CALLS = [
  ["bid", "bied", "annonce", "biete"],
  ["name", "noem", "nomme", "nenne"],
  ["pass", "pas", "passe", "passe"],
  ["double", "doublet", "contre", "Kontra"],
  ["redouble", "redoublet", "surcontre", "Rekontra"],
  ["doubled", "gedoubleerd", "contré", "kontriert"],
  ["redoubled", "geredoubleerd", "surcontré", "rekontriert"],
  ["no trust", "geen vertrouwen", "aucune confiance", "kein Vertrauen"],
  ["change", "wissel", "change", "wechsle"],
  ["call", "vraag", "appelle", "rufe"],
  ["take", "neem", "prends", "nimm"],
  ["pick", "neem", "prends", "nimm"],
  ["hand", "hand", "main", "Hand"],
  ["alone", "alleen", "seul", "allein"],
  ["marriage", "huwelijk", "mariage", "Hochzeit"],
  ["exchange", "ruil", "échange", "tausche"],
  ["draw", "pak", "pioche", "ziehe"],
  ["close", "sluit", "ferme", "drehe zu"],
  ["out", "uit", "fini", "aus"],
  ["under", "onder", "dessous", "darunter"],
  ["yes", "ja", "oui", "ja"],
  ["high", "hoog", "haut", "hoch"],
  ["low", "laag", "bas", "tief"],
  ["queens", "vrouwen", "dames", "Damen"],
  ["jacks", "boeren", "valets", "Buben"],
  ["aces", "azen", "as", "Asse"],
  ["healthy", "gezond", "sain", "gesund"],
  ["reservation", "voorbehoud", "réserve", "Vorbehalt"],
  ["no 90", "geen 90", "pas 90", "keine 90"],
  ["no 60", "geen 60", "pas 60", "keine 60"],
  ["no 30", "geen 30", "pas 30", "keine 30"],
  ["no tricks", "geen slagen", "aucun pli", "keine Stiche"],
  ["no hearts", "geen harten", "aucun cœur", "keine Herzen"],
  ["no boys", "geen heren en boeren", "ni rois ni valets", "keine Könige und Buben"],
  ["no queens", "geen vrouwen", "aucune dame", "keine Damen"],
  ["no last two", "niet de laatste twee", "pas les deux derniers", "nicht die letzten zwei"],
  ["no king", "geen hartenheer", "pas de roi de cœur", "kein Herzkönig"],
  ["slam", "slem", "chelem", "Schlemm"],
  ["handful", "poignée", "poignée", "Poignée"],
  ["double handful", "dubbele poignée", "double poignée", "doppelte Poignée"],
  ["triple handful", "driedubbele poignée", "triple poignée", "dreifache Poignée"],
  ["deal again", "opnieuw geven", "redonner", "neu geben"],
  ["solo without", "solo zonder", "solo sans", "Solo ohne"],
  ["one", "één", "un", "Einer"],
  ["two", "twee", "deux", "Zweier"],
  ["three", "drie", "trois", "Dreier"],
  ["solo", "solo", "solo", "Solo"],
  ["beggar", "bedelaar", "mendiant", "Bettler"],
  ["open beggar", "open bedelaar", "mendiant ouvert", "offener Bettler"],
  ["colour valat", "kleurvalat", "valat couleur", "Farbvalat"],
  ["game", "spel", "jeu", "Spiel"],
  ["seven", "zeven", "sept", "Sieben"],
  ["hundred", "honderd", "cent", "Hundert"],
  ["red", "rood", "rouge", "rot"],
  ["to", "tot", "à", "bis"],
  ["of", "van", "de", "von"],
  ["all", "alle", "tous les", "alle"],
  ["show", "toon", "montre", "zeige"],
  ["trumps", "troeven", "atouts", "Trümpfe"],
];
const others = new Map(CALLS.map(([english, ...said]) => [english, said]));
/** Longer phrases come before their words. */
const phrases = [...others.keys()].sort((one, other) => other.length - one.length).join("|");
const PHRASES = new RegExp(`(?<![\\w-])(?:${phrases})(?![\\w-])|(?<=\\d)(?:NT|AT)\\b`, "g");
/** Contracts without a trump suit, and with nothing but trumps. */
const SANS = {NT: "SA", AT: "TA"};

/** Verbs that go without saying before what is bid or named. */
const VERBS = /(?<!\w)(?:bid|bied|annonce|biete|name|noem|nomme|nenne) /;

/** What is said of a call, without its verb. @param {(Node | string)[]} parts */
export const withoutVerb = parts => parts.map(part => typeof part === "string" ? part.replace(VERBS, "") : part).filter(Boolean);

/** A call in the language of the page. @param {string} text in English */
export const calledOut = text => place() < 1 ? text : text.replace(PHRASES, found => SANS[found] ?? others.get(found)?.[place() - 1] ?? found);
