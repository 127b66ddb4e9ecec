// What the playground says beside what every table says.

import {learn} from "./words.js";

/** Let the page say it, too. */
export const learned = () => learn({
  en: {
    playground: "Playground", set_up: "Game, seats and house rules", play_now: "Play", run_laws: "Run the laws",
    worked_deal: "Step through a game:", own_record: "or your own record:", seen_from: "Seen from", share: "Share as a link",
    shared: "This link holds the whole game as it is now; it was copied:", laws: "Laws",
    begin_sheet: "Begin a sheet for this game", loading: "Downloading Python: {percent} %", starting: "Python is starting …",
    looking: "A bot plays this seat; you look on.", holds: "holds in {games} games",
    nothing: "nothing to look at", broken: "broken", law_of: "Law {number} of {of} …", no_link: "This link is incomplete.",
    failed: "Python could not be started here: {why}", step_of: "{move} of {moves}", choose: "choose", back: "back", forth: "on",
    claim: "Claim", thinking: "A bot is thinking …",
  },
  nl: {
    playground: "Speeltuin", set_up: "Spel, plaatsen en huisregels", play_now: "Speel", run_laws: "Toets de wetten",
    worked_deal: "Doorloop een spel:", own_record: "of je eigen verslag:", seen_from: "Gezien vanaf", share: "Deel als link",
    shared: "Deze link bevat het hele spel zoals het nu is; hij is gekopieerd:", laws: "Wetten",
    begin_sheet: "Begin een blad voor dit spel", loading: "Python wordt geladen: {percent} %", starting: "Python start …",
    looking: "Een bot speelt deze plaats; je kijkt mee.", holds: "geldt in {games} spellen",
    nothing: "niets te zien", broken: "geschonden", law_of: "Wet {number} van {of} …", no_link: "Deze link is onvolledig.",
    failed: "Python kon hier niet starten: {why}", step_of: "{move} van {moves}", choose: "kies", back: "terug", forth: "verder",
    claim: "Claimen", thinking: "Een bot denkt na …",
  },
  fr: {
    playground: "Terrain de jeu", set_up: "Jeu, places et règles maison", play_now: "Jouer", run_laws: "Vérifier les lois",
    worked_deal: "Suivre une partie :", own_record: "ou la vôtre :", seen_from: "Vu de", share: "Partager par un lien",
    shared: "Ce lien contient toute la partie en l’état ; il a été copié :", laws: "Lois",
    begin_sheet: "Commencer une feuille pour ce jeu", loading: "Téléchargement de Python : {percent} %", starting: "Python démarre …",
    looking: "Un robot joue cette place ; vous regardez.", holds: "vraie dans {games} parties",
    nothing: "rien à voir", broken: "violée", law_of: "Loi {number} sur {of} …", no_link: "Ce lien est incomplet.",
    failed: "Python n’a pas pu démarrer ici : {why}", step_of: "{move} sur {moves}", choose: "choisir", back: "reculer",
    forth: "avancer",
    claim: "Réclamer", thinking: "Un robot réfléchit …",
  },
  de: {
    playground: "Spielwiese", set_up: "Spiel, Plätze und Hausregeln", play_now: "Spielen", run_laws: "Gesetze prüfen",
    worked_deal: "Ein Spiel durchgehen:", own_record: "oder die eigene Aufzeichnung:", seen_from: "Gesehen von",
    share: "Als Link teilen", shared: "Dieser Link enthält das ganze Spiel, wie es jetzt ist; er ist kopiert:", laws: "Gesetze",
    begin_sheet: "Ein Blatt für dieses Spiel beginnen", loading: "Python wird geladen: {percent} %", starting: "Python startet …",
    looking: "Ein Bot spielt diesen Platz; du schaust zu.", holds: "gilt in {games} Spielen",
    nothing: "nichts zu sehen", broken: "verletzt", law_of: "Gesetz {number} von {of} …", no_link: "Dieser Link ist unvollständig.",
    failed: "Python konnte hier nicht starten: {why}", step_of: "{move} von {moves}", choose: "wählen", back: "zurück",
    forth: "weiter",
    claim: "Beanspruchen", thinking: "Ein Bot denkt nach …",
  },
});
