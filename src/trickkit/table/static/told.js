// What the library and the server say in English sentences, in the language of the page: refusals, lines of the log, options.

import {ABOUT_RULES} from "./about.js";
import {calledOut} from "./calls.js";
import {OPTIONS} from "./options.js";
import {PARTS} from "./parts.js";
import {place, suit} from "./words.js";

/**
 * Sentences, with fields: English, Dutch, French, German. {suit} is the name of a suit, {rule} another sentence, and all
 * else stays as it is: cards, numbers, seats.
 */
const SENTENCES = [
  // Refusals of rules.
  ["{card} is not allowed: {rule}", "{card} mag niet: {rule}", "{card} n’est pas permise : {rule}", "{card} ist nicht erlaubt: {rule}"],
  ["follow suit: {suit} was led", "beken kleur: {suit} is gevraagd", "fournissez la couleur demandée : {suit}", "bediene die Farbe: {suit} ist ausgespielt"],
  ["follow suit with a card that beats the trick: {suit} was led", "beken kleur met een kaart die de slag wint: {suit} is gevraagd", "fournissez {suit} avec une carte qui prend le pli", "bediene {suit} mit einer Karte, die den Stich gewinnt"],
  ["play a higher card of the led suit: {suit} was led", "speel een hogere kaart van de gevraagde kleur: {suit}", "jouez une carte plus forte de la couleur demandée : {suit}", "spiele eine höhere Karte der ausgespielten Farbe: {suit}"],
  ["void in the led suit, you must play a trump", "zonder de gevraagde kleur moet je troeven", "sans la couleur demandée, il faut couper", "ohne die ausgespielte Farbe musst du trumpfen"],
  ["void in the led suit, you must play a trump: {suit}", "zonder de gevraagde kleur moet je troeven: {suit}", "sans la couleur demandée, il faut couper : {suit}", "ohne die ausgespielte Farbe musst du trumpfen: {suit}"],
  ["void in the led suit, you must beat the trick with a trump", "zonder de gevraagde kleur moet je de slag met een troef winnen", "sans la couleur demandée, il faut prendre le pli avec un atout", "ohne die ausgespielte Farbe musst du den Stich mit einem Trumpf gewinnen"],
  ["void in the led suit, you must beat the opponent with a trump", "zonder de gevraagde kleur moet je de tegenstander met een troef verslaan", "sans la couleur demandée, il faut battre l’adversaire avec un atout", "ohne die ausgespielte Farbe musst du den Gegner mit einem Trumpf überstechen"],
  ["no {suit} may be led before they are broken", "met {suit} mag nog niet worden uitgekomen", "on ne peut pas encore entamer {suit}", "{suit} darf noch nicht ausgespielt werden"],
  ["the space {space} is taken by hand {hand}", "het veld {space} is bezet door seat {hand}", "la case {space} est prise par seat {hand}", "das Feld {space} ist von seat {hand} besetzt"],
  ["hand {hand} did not follow that suit, and may not play it again", "seat {hand} heeft die kleur niet bekend, en mag haar niet meer spelen", "seat {hand} n’a pas fourni cette couleur, et ne peut plus la jouer", "seat {hand} hat diese Farbe nicht bedient und darf sie nicht mehr spielen"],
  ["an estimate is one of {numbers}", "een schatting is een van {numbers}", "une estimation est l’un de {numbers}", "eine Ansage ist eine von {numbers}"],
  ["a bid is made now", "er wordt nu geboden", "on annonce maintenant", "jetzt wird geboten"],
  ["bids are made now, from {low} to {high}", "er wordt nu geboden, van {low} tot {high}", "on parie maintenant, de {low} à {high}", "jetzt wird geboten, von {low} bis {high}"],
  ["tricks are estimated now, from {low} to {high}", "de slagen worden nu geschat, van {low} tot {high}", "on estime les plis maintenant, de {low} à {high}", "jetzt werden Stiche angesagt, von {low} bis {high}"],
  ["trump is named now", "troef wordt nu gemaakt", "on nomme l’atout maintenant", "jetzt wird Trumpf genannt"],
  ["hand {hand} does not hold {card}", "{card} is niet in de hand van seat {hand}", "{card} n’est pas dans la main de seat {hand}", "{card} ist nicht in der Hand von seat {hand}"],
  // Refusals of a table.
  ["the table has moved on since; look again", "de tafel is al verder; kijk nog eens", "la table a avancé entre-temps ; regardez encore", "der Tisch ist schon weiter; sieh noch einmal hin"],
  ["you can put back only a card that nobody has seen", "alleen wat je koos en niemand zag, kun je terugnemen", "on ne reprend que ce que personne n’a vu", "zurücknehmen kannst du nur, was du gewählt hast und niemand gesehen hat"],
  ["the game is over, so nothing can be taken back", "het spel is uit; er wordt niets meer teruggenomen", "la partie est finie ; on ne reprend plus rien", "das Spiel ist aus; nichts wird mehr zurückgenommen"],
  ["you have decided nothing yet that could be taken back", "je hebt nog niets gedaan dat je kunt terugnemen", "vous n’avez encore rien décidé qui puisse être repris", "du hast noch nichts entschieden, was zurückgenommen werden könnte"],
  ["nobody waits for your answer", "niemand wacht op je antwoord", "personne n’attend votre réponse", "niemand wartet auf deine Antwort"],
  ["somebody has already asked to take a move back", "iemand heeft al gevraagd een zet terug te nemen", "quelqu’un a déjà demandé à reprendre un coup", "jemand möchte schon einen Zug zurücknehmen"],
  ["somebody has already claimed the rest of the deal", "iemand heeft de rest van de gift al geclaimd", "quelqu’un a déjà réclamé le reste de la donne", "jemand hat den Rest der Runde schon beansprucht"],
  ["there is nothing that you can claim now", "er is nu niets dat je kunt claimen", "vous ne pouvez rien réclamer maintenant", "jetzt kannst du nichts beanspruchen"],
  ["your own cards do not make that certain, and bots agree only to certain claims", "je kaarten alleen maken dat niet zeker, en met iets anders gaan bots niet akkoord", "vos cartes seules ne l’assurent pas, et les robots n’acceptent rien d’autre", "deine Karten allein machen das nicht sicher, und anderem stimmen Bots nicht zu"],
  ["you decided nothing after that", "daarna heb je niets meer besloten", "après cela vous n’avez rien décidé", "danach hast du nichts mehr entschieden"],
  ["this seat was freed for somebody else", "deze plaats is voor iemand anders vrijgemaakt", "cette place a été libérée pour quelqu’un d’autre", "dieser Platz wurde für jemand anderen freigegeben"],
  ["spectators look on", "toeschouwers kijken alleen", "les spectateurs regardent", "Zuschauer sehen nur zu"],
  ["they are here, and play for themselves", "die speler is er, en speelt zelf", "cette personne est là et joue elle-même", "diese Person ist da und spielt selbst"],
  ["wait a moment before your next remark", "het een na het ander", "une chose après l’autre", "eins nach dem anderen"],
  ["there is nothing that you could decide now", "er is nu niets voor je te beslissen", "vous n’avez rien à décider maintenant", "jetzt hast du nichts zu entscheiden"],
  ["all bots are busy; ask again", "alle bots zijn bezig; vraag het nog eens", "tous les robots sont occupés ; redemandez", "alle Bots sind beschäftigt; frag noch einmal"],
  ["another game can begin once this one is over", "een nieuw spel begint als dit uit is", "une autre partie commencera quand celle-ci sera finie", "ein neues Spiel beginnt, wenn dieses aus ist"],
  ["there is no room left; come back later", "er is geen plaats meer; kom later terug", "il n’y a plus de place ; revenez plus tard", "es ist kein Platz mehr; komm später wieder"],
  ["there are already {count} people at this table, and no room for more", "er zijn {count} mensen aan deze tafel, en meer kan niet", "{count} personnes sont à cette table, et il n’y a plus de place", "{count} Personen sind an diesem Tisch, und für mehr ist kein Platz"],
  ["this link is not one of the table's", "deze link hoort niet bij de tafel", "ce lien n’est pas de cette table", "dieser Link gehört nicht zum Tisch"],
  ["this is no invitation to the table", "dit is geen uitnodiging voor de tafel", "ceci n’est pas une invitation à la table", "das ist keine Einladung an den Tisch"],
  ["this is not the link of the table's maker", "deze link is niet die van de maker van de tafel", "ce lien n’est pas celui de qui a créé la table", "dieser Link ist nicht der von dem, der den Tisch aufgestellt hat"],
  ["there are already {count} tables, and no room for another one", "er zijn {count} tafels, en geen plaats voor nog een", "il y a {count} tables, et pas de place pour une autre", "es gibt {count} Tische, und keinen Platz für noch einen"],
  ["a table needs a person at one of its seats", "aan een tafel zit minstens één mens", "il faut au moins une personne à la table", "an einem Tisch sitzt mindestens ein Mensch"],
  ["this seat is not free", "deze plaats is niet vrij", "cette place n’est pas libre", "dieser Platz ist nicht frei"],
  ["there is no such table", "deze tafel bestaat niet", "cette table n’existe pas", "diesen Tisch gibt es nicht"],
  ["a name has at most {count} characters that can be printed", "een naam heeft hoogstens {count} tekens die te drukken zijn", "un nom a au plus {count} caractères imprimables", "ein Name hat höchstens {count} druckbare Zeichen"],
  ["somebody else at this table is called {name}; choose another name", "iemand anders aan deze tafel heet {name}; kies een andere naam", "quelqu’un d’autre à cette table s’appelle {name} ; choisissez un autre nom", "jemand anderes an diesem Tisch heißt {name}; wähle einen anderen Namen"],
  ["too many {what} come from your address; try again in {count} seconds", "van jouw adres komt te veel; probeer het over {count} seconden nog eens", "il en vient trop de votre adresse ; réessayez dans {count} secondes", "von deiner Adresse kommt zu viel; versuche es in {count} Sekunden noch einmal"],
  // Lines of the log.
  ["Deal {deal} begins; seat {seat} starts.", "Deal {deal} begint; seat {seat} start.", "Deal {deal} commence ; seat {seat} débute.", "Deal {deal} beginnt; seat {seat} fängt an."],
  ["Deal {deal} begins.", "Deal {deal} begint.", "Deal {deal} commence.", "Deal {deal} beginnt."],
  ["Dealt: {what}", "Gegeven: {what}", "Donné : {what}", "Gegeben: {what}"],
  ["Vulnerable: nobody.", "Kwetsbaar: niemand.", "Vulnérable : personne.", "In Gefahr: niemand."],
  ["Vulnerable: {what}", "Kwetsbaar: {what}", "Vulnérable : {what}", "In Gefahr: {what}"],
  ["Drawn: {what}", "Getrokken: {what}", "Pioché : {what}", "Gezogen: {what}"],
  ["Revealed: {what}", "Onthuld: {what}", "Révélé : {what}", "Aufgedeckt: {what}"],
  ["Hand {hand} plays no more {suit} in this deal.", "seat {hand} speelt in deze gift geen {suit} meer.", "seat {hand} ne joue plus {suit} dans cette donne.", "seat {hand} spielt in dieser Runde kein {suit} mehr."],
  ["Hand {hand} can play none of its cards, which ends the deal: {what}", "seat {hand} kan geen van zijn kaarten spelen, en de gift is uit: {what}", "seat {hand} ne peut jouer aucune de ses cartes, et la donne est finie : {what}", "seat {hand} kann keine seiner Karten spielen, und die Runde ist aus: {what}"],
  ["Hand {hand} takes the space {what}", "seat {hand} krijgt het veld {what}", "seat {hand} prend la case {what}", "seat {hand} bekommt das Feld {what}"],
  ["Bids: {what}", "Biedingen: {what}", "Paris : {what}", "Gebote: {what}"],
  ["Estimates: {what}", "Schattingen: {what}", "Estimations : {what}", "Ansagen: {what}"],
  ["Confidence: {what}", "Vertrouwen: {what}", "Confiance : {what}", "Vertrauen: {what}"],
  ["Passed on: {what}", "Doorgegeven: {what}", "Passé : {what}", "Weitergegeben: {what}"],
  ["Thrown away: {what}", "Weggegooid: {what}", "Jeté : {what}", "Weggeworfen: {what}"],
  ["Laid away by seat {seat}: {what}", "Weggelegd door seat {seat}: {what}", "Écarté par seat {seat} : {what}", "Abgelegt von seat {seat}: {what}"],
  ["Nothing is scored. Totals: {totals}.", "Geen punten. Totaal: {totals}.", "Aucun point. Totaux : {totals}.", "Keine Punkte. Gesamt: {totals}."],
  ["Scored: {what}. Totals: {totals}.", "Punten: {what}. Totaal: {totals}.", "Points : {what}. Totaux : {totals}.", "Punkte: {what}. Gesamt: {totals}."],
  ["{card} is turned up: {suit} is trump.", "{card} is gekeerd: {suit} is troef.", "{card} est retournée : atout {suit}.", "{card} ist aufgedeckt: {suit} ist Trumpf."],
  ["{card} is cut: {suit} is trump.", "{card} is gecoupeerd: {suit} is troef.", "{card} est coupée : atout {suit}.", "{card} ist abgehoben: {suit} ist Trumpf."],
  ["Hand {hand} exchanges {gave} for {got}: {suit} is trump.", "Seat {hand} ruilt {gave} voor {got}: {suit} is troef.", "Seat {hand} échange {gave} contre {got} : atout {suit}.", "Seat {hand} tauscht {gave} gegen {got}: {suit} ist Trumpf."],
  ["Hand {hand} draws {card}.", "Seat {hand} pakt {card}.", "Seat {hand} pioche {card}.", "Seat {hand} zieht {card}."],
  ["Hand {hand} puts {card} under the stock.", "Seat {hand} legt {card} onder de stok.", "Seat {hand} met {card} sous le talon.", "Seat {hand} legt {card} unter den Stapel."],
  ["{card} lies face up on the stock.", "{card} ligt open op de stok.", "{card} est visible sur le talon.", "{card} liegt offen auf dem Stapel."],
  ["{card} lies face up under the stock: {suit} is trump.", "{card} ligt open onder de stok: {suit} is troef.", "{card} est visible sous le talon : atout {suit}.", "{card} liegt offen unter dem Stapel: {suit} ist Trumpf."],
  ["{card}, the last card of seat {seat}, is turned up: {suit} is trump.", "{card}, de laatste kaart van seat {seat}, is gekeerd: {suit} is troef.", "{card}, la dernière carte de seat {seat}, est retournée : atout {suit}.", "{card}, die letzte Karte von seat {seat}, ist aufgedeckt: {suit} ist Trumpf."],
  ["Seat {seat} names {suit} as trump.", "Seat {seat} maakt {suit} troef.", "Seat {seat} nomme {suit} atout.", "Seat {seat} nennt {suit} als Trumpf."],
  ["Seat {seat} estimates {count}.", "Seat {seat} schat {count}.", "Seat {seat} estime {count}.", "Seat {seat} sagt {count} an."],
  ["Seat {seat} takes {cards}.", "Seat {seat} neemt {cards}.", "Seat {seat} prend {cards}.", "Seat {seat} nimmt {cards}."],
  ["Seat {seat} says {word}.", "Seat {seat} zegt {word}.", "Seat {seat} dit {word}.", "Seat {seat} sagt {word}."],
  ["Seat {seat} calls {card}.", "Seat {seat} roept {card}.", "Seat {seat} appelle {card}.", "Seat {seat} ruft {card}."],
  ["The contract is {contract} by seat {seat}.", "Het contract is {contract} van seat {seat}.", "Le contrat est {contract} par seat {seat}.", "Der Kontrakt ist {contract} von seat {seat}."],
  ["Hand {hand} is laid open: {what}", "Seat {hand} legt open: {what}", "Seat {hand} étale : {what}", "Seat {hand} legt offen: {what}"],
  ["The game is over: {rule}. First: {who}.", "Het spel is uit: {rule}. Eerste: {who}.", "La partie est finie : {rule}. Premier : {who}.", "Das Spiel ist aus: {rule}. Erster: {who}."],
  ["1 deal is played", "1 gift is gespeeld", "1 donne est jouée", "1 Runde ist gespielt"],
  ["{count} deals are played", "{count} giften zijn gespeeld", "{count} donnes sont jouées", "{count} Runden sind gespielt"],
  ["{count} points are reached", "{count} punten zijn bereikt", "{count} points sont atteints", "{count} Punkte sind erreicht"],
  // Reasons of scores.
  ["{rule}, vulnerable", "{rule}, kwetsbaar", "{rule}, vulnérable", "{rule}, in Gefahr"],
  ["{contract} down {count}", "{contract}, {count} te weinig", "{contract}, {count} de chute", "{contract}, {count} zu wenig"],
  ["made although doubled", "gemaakt hoewel gedoubleerd", "réussi malgré le contre", "trotz Kontra erfüllt"],
  ["{contract} made", "{contract} gemaakt", "{contract} réussi", "{contract} erfüllt"],
  ["{count} over", "{count} meer", "{count} de mieux", "{count} mehr"],
  ["game", "manche", "manche", "Vollspiel"],
  ["part score", "deelscore", "marque partielle", "Teilkontrakt"],
  ["small slam", "klein slem", "petit chelem", "Kleinschlemm"],
  ["{rule}: {count} won", "{rule}: {count}, gewonnen", "{rule} : {count}, gagné", "{rule}: {count}, gewonnen"],
  ["{rule}: {count} lost", "{rule}: {count}, verloren", "{rule} : {count}, perdu", "{rule}: {count}, verloren"],
  ["{rule} bid to {bid}", "{rule}, {bid} geboden", "{rule}, {bid} annoncé", "{rule}, {bid} gereizt"],
  ["{contract} from the hand", "{contract} uit de hand", "{contract} sans talon", "{contract} Hand"],
  ["grand slam", "groot slem", "grand chelem", "Großschlemm"],
  // Options of many games.
  ["players", "spelers", "joueurs", "Spieler"],
  ["how many play", "hoeveel er spelen", "combien jouent", "wie viele spielen"],
  ["deals", "giften", "donnes", "Runden"],
  ["how many deals are played", "hoeveel giften er worden gespeeld", "combien de donnes sont jouées", "wie viele Runden gespielt werden"],
  ["how many deals are played, whatever the points; 0 for a whole game", "hoeveel giften er worden gespeeld, ongeacht de punten; 0 voor een heel spel", "combien de donnes sont jouées, quels que soient les points ; 0 pour une partie entière", "wie viele Runden gespielt werden, egal bei welchem Punktestand; 0 für ein ganzes Spiel"],
  ["points", "punten", "points", "Punkte"],
  ["how many points end the game", "met hoeveel punten het spel uit is", "combien de points finissent la partie", "mit wie vielen Punkten das Spiel aus ist"],
  ["target", "doel", "but", "Ziel"],
  ["points with which the game is over", "punten waarmee het spel uit is", "points avec lesquels la partie est finie", "Punkte, mit denen das Spiel aus ist"],
  ["true", "ja", "oui", "ja"],
  ["false", "nee", "non", "nein"],
];

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const patternOf = text => new RegExp(`^${text.split(/\{(\w+)\}/).map((part, odd) => odd % 2 ? `(?<${part}>.+?)` : escaped(part)).join("")}$`);
const known = [...SENTENCES, ...ABOUT_RULES, ...OPTIONS].map(([english, ...others]) => ({english, pattern: patternOf(english), others}));
const parts = PARTS.map(([part, ...said]) => {
  const [begins, given] = part.split("…");
  return {begins, given: given ? patternOf(given.slice(2, -1)) : null, said};
});

/** Whether a text is one sentence although it has a semicolon. @param {string} text in English */
export const isWhole = text => known.some(({english, pattern}) => english.includes("; ") && pattern.test(text));

/** A sentence in the language of the page where it is known, or as it is. @param {string} text in English */
export function translated(text) {
  const number = place();
  if (number < 1) return text;
  for (const {pattern, others} of known) {
    const found = pattern.exec(text);
    if (found) return filledIn(others[number - 1], found.groups);
  }
  const parts = text.split("; ");
  return parts.length > 1 ? parts.map(translated).join("; ") : text;
}

/** The name or the value of an option. @param {unknown} given */
export const spoken = given => translated(`${given}`).replaceAll("_", " ");

/**
 * A part of rules as players say it, in the language of the page: its sentence, what else it is given, and whether it is known.
 * @param {string} sentence of the library @param {string} given in brackets behind it @returns {[string, string, boolean]}
 */
export function forPlayers(sentence, given) {
  for (const {begins, given: pattern, said} of parts) {
    const found = pattern?.exec(given);
    if (sentence.startsWith(begins) && (found || !pattern)) return [filledIn(said[Math.max(0, place())], found?.groups), pattern ? "" : given, true];
  }
  return [translated(sentence), given, false];
}

const filledIn = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => said(name, fields?.[name]));

const said = (name, value) => ({suit, rule: translated, contract: calledOut})[name]?.(value) ?? value;
