// What the page says, in four languages; what the library says comes as codes and fields, with English beside it.

export const LANGUAGES = {en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch"};

const WORDS = {
  en: {
    guests: "Fox Owl Hare Bear Lynx Otter Crane Wolf", ran_out: "{who}’s time ran out.", ran_out_self: "Your time ran out.", rules: "Rules", close: "Close", card_order: "Order of the cards, the highest first", card_worth: "Points of the cards", course: "How a deal goes", goal: "Goal", whole_rules: "All rules of the game",
    clock: "Time for a decision", any_time: "any time", seconds: "{seconds} s", time_left: "time left: {seconds} s", trick: "trick {number}", evaluation: "evaluation {number}", card_points: "points in tricks: {points}", put_back: "Put this card back", claim_rest: "✋ The rest is mine.", claim_none: "🏳 I give up the rest.", wish_lapses: "⌛ Not everybody answered in time; play goes on.", claim_fails: "The cards do not allow that; play on.",
    claimed_self: "The others are asked whether they agree.", claimed_rest: "{who} claims all tricks that are left.", claimed_none: "{who} gives up all tricks that are left.",
    freed: "This seat was made free for somebody else. With the invitation you can choose another one.", your_seat: "your seat",
    board: "Board", plays_no_more: "plays no more of these",
    partner: "partner",
    withdraw: "Never mind", not_yet: "not here yet", more: "more …",
    invitation: "Invitation", invite_all: "Share this one link: whoever opens it chooses a free seat and types a name.", single_links: "A link for each seat",
    choose_seat: "Choose your seat", taken: "taken", sit_down: "Sit down", no_free: "All seats are taken.", make_free: "Make this seat free", your_name: "Your name",
    could: "What could I have done?", present: "Back to the game", stand_in: "Let a bot play", stood_in: "a bot sits in", say: "Say something",
    hello: "👋 Hello!", good_luck: "🍀 Good luck!", well_played: "👏 Well played!", thanks: "🙏 Thank you!", oops: "🙈 Oops!", thinking: "🤔 Let me think …",
    could_best: "You chose {made}, and so would a bot.", could_rule: "You chose {made}; a bot would choose {best}, by experience.",
    could_even: "You chose {made}; a bot finds {best} about as good.",
    could_tried: "You chose {made}; {best} brings {behind} {behind:point|points} more on average.",
    tables: "Tables", language: "Language", new_table: "A new table", game: "Game", options: "Options", seats: "Seats",
    house_rules: "House rules", sheet: "House rules (TOML)", sample: "A sample", fits: "{name}: {players} seats", make_table: "Make the table",
    links: "Links", links_are_secret: "Each link is a seat: give it to one person only.",
    scores: "Scores", log: "What happened", undo: "Take back", agree: "Agree", decline: "Decline", record: "Record",
    you: "you", seat: "seat {seat}", person: "a person", bot: "a bot", name: "name", watch: "to watch", points: "points: {points}",
    tricks: "tricks: {tricks}", bids: "bids: {bids}", estimates: "estimate: {estimate}", away: "away", trump: "trump: {suit}",
    pile: "score pile: {count}", stock: "stock: {count}", deal: "deal {number}", down: "a card face down", to_act: "to act",
    leads: "leads", wins: "wins", wished: "{who} wants to take a move back.", wished_self: "You asked to take a move back.",
    undone: "This would be undone: {what}", hurried: "a quick bot stood in", own_tables: "Your tables",
    waiting: "Waiting for {who}.",
    connected: "", gone: "Connection lost; trying again …", hand_of: "{who}’s hand", reason: "why", in_all: "in all",
    no_secret: "This link has no secret. Ask for the whole link.", watching: "You are watching.", decided: "You decided: {what}",
    another_game: "Another game", winner: "{who} wins.", winner_self: "You win!", winners: "Winners: {who}.", no_winner: "Nobody wins.",
    said: "Bids and calls", contract: "contract: {contract}", declarer: "declarer: {who}",
    hidden_card: "hidden card", hidden_cards: "{count} hidden cards", played: "{who} plays {card}.", played_from: "{who} plays {card} from {hand}.",
    took: "{who} takes the trick.", played_self: "You play {card}.", played_from_self: "You play {card} from {hand}.", took_self: "You take the trick.", your_hand: "your hand", from_hand: "{who}’s hand", from_your_hand: "your hand", trust: "trust {who}", trust_self: "trust yourself", bids_on: "bids {bid} on {who}", you_there: "you", dealer: "dealer", deals: "{deal} begins; {who} deals.", calls: "{who}: “{what}”", bid_so_far: "bid so far: {contract}", last_trick: "Last trick", is_bot: "bot",
    beginner: "beginner", easy: "easy", medium: "medium", strong: "strong", expert: "expert", master: "master", quick: "quick", at_random: "plays at random", number: "{number}", starts: "leads first",
    why_not: "Why not this card?", four_colours: "Four colours",
    theme: "Appearance", theme_device: "As on the device", theme_light: "Light", theme_dark: "Dark",
    sounds: "Sounds", settings: "Settings", hint: "Hint",
    look_again: "Look at it again", forced: "Play forced cards",
    hint_only: "{best}: you may do nothing else.", hint_rule: "A bot would choose {best}, by experience.",
    hint_even: "A bot would choose {best}; {second} is about as good.",
    hint_tried: "A bot would choose {best}: {ahead} {ahead:point|points} more than {second} on average.",
    your_turn: "It is your turn.", reminders: "Remind me when it is my turn", join: "Join the next game", copy: "Copy", copied: "Copied", again: "Rematch",
  },
  nl: {
    guests: "Vos Uil Haas Beer Lynx Otter Kraanvogel Wolf", ran_out: "De tijd van {who} is om.", ran_out_self: "Je tijd is om.", rules: "Regels", close: "Sluiten", card_order: "Volgorde van de kaarten, de hoogste eerst", card_worth: "Punten van de kaarten", course: "Zo gaat een gift", goal: "Doel", whole_rules: "Alle regels van het spel",
    clock: "Tijd per beslissing", any_time: "onbeperkt", seconds: "{seconds} s", time_left: "resterende tijd: {seconds} s", trick: "slag {number}", evaluation: "waardering {number}", card_points: "punten in slagen: {points}", put_back: "Neem deze kaart terug", claim_rest: "✋ De rest is voor mij.", claim_none: "🏳 Ik geef de rest op.", wish_lapses: "⌛ Niet iedereen antwoordde op tijd; speel verder.", claim_fails: "De kaarten staan dat niet toe; speel verder.",
    claimed_self: "De anderen wordt gevraagd of ze akkoord gaan.", claimed_rest: "{who} claimt alle resterende slagen.", claimed_none: "{who} geeft alle resterende slagen op.",
    freed: "Deze plaats is voor iemand anders vrijgemaakt. Met de uitnodiging kun je een andere kiezen.", your_seat: "jouw plaats",
    board: "Bord", plays_no_more: "speelt deze niet meer",
    partner: "maat",
    withdraw: "Laat maar", not_yet: "nog niet hier", more: "meer …",
    invitation: "Uitnodiging", invite_all: "Deel deze ene link: wie hem opent, kiest een vrije plaats en typt een naam.", single_links: "Een link voor elke plaats",
    choose_seat: "Kies je plaats", taken: "bezet", sit_down: "Ga zitten", no_free: "Alle plaatsen zijn bezet.", make_free: "Maak deze plaats vrij", your_name: "Je naam",
    could: "Wat had ik kunnen doen?", present: "Terug naar het spel", stand_in: "Laat een bot spelen", stood_in: "een bot valt in", say: "Zeg iets",
    hello: "👋 Hallo!", good_luck: "🍀 Succes!", well_played: "👏 Goed gespeeld!", thanks: "🙏 Dank je!", oops: "🙈 Oeps!", thinking: "🤔 Even nadenken …",
    could_best: "Je koos {made}, en een bot ook.", could_rule: "Je koos {made}; een bot zou {best} kiezen, uit ervaring.",
    could_even: "Je koos {made}; een bot vindt {best} ongeveer even goed.",
    could_tried: "Je koos {made}; {best} levert gemiddeld {behind} {behind:punt|punten} meer op.",
    tables: "Tafels", language: "Taal", new_table: "Een nieuwe tafel", game: "Spel", options: "Opties", seats: "Plaatsen",
    house_rules: "Huisregels", sheet: "Huisregels (TOML)", sample: "Een voorbeeld", fits: "{name}: {players} plaatsen", make_table: "Maak de tafel",
    links: "Links", links_are_secret: "Elke link is een plaats: geef hem aan één persoon.",
    scores: "Punten", log: "Wat er gebeurde", undo: "Terugnemen", agree: "Akkoord", decline: "Weigeren", record: "Verslag",
    you: "jij", seat: "plaats {seat}", person: "een mens", bot: "een bot", name: "naam", watch: "om te kijken",
    points: "punten: {points}", tricks: "slagen: {tricks}", bids: "biedingen: {bids}", estimates: "schatting: {estimate}", away: "weg",
    trump: "troef: {suit}", pile: "scorestapel: {count}", stock: "stok: {count}", deal: "gift {number}",
    down: "een gesloten kaart", to_act: "aan de beurt", leads: "komt uit", wins: "wint",
    wished: "{who} wil een zet terugnemen.",
    wished_self: "Je vroeg een zet terug te nemen.", undone: "Dit wordt ongedaan gemaakt: {what}",
    hurried: "een snelle bot viel in", own_tables: "Jouw tafels", waiting: "Wachten op {who}.", connected: "",
    gone: "Verbinding verbroken; nieuwe poging …", hand_of: "hand van {who}", reason: "waarom", in_all: "totaal",
    no_secret: "Deze link heeft geen geheim. Vraag om de hele link.", watching: "Je kijkt mee.", decided: "Je koos: {what}",
    another_game: "Nog een spel", winner: "{who} wint.", winner_self: "Je wint!", winners: "Winnaars: {who}.", no_winner: "Niemand wint.",
    said: "Biedingen", contract: "contract: {contract}", declarer: "speler: {who}",
    hidden_card: "gesloten kaart", hidden_cards: "{count} gesloten kaarten", played: "{who} speelt {card}.", played_from: "{who} speelt {card} uit {hand}.",
    took: "{who} wint de slag.", played_self: "Je speelt {card}.", played_from_self: "Je speelt {card} uit {hand}.", took_self: "Je wint de slag.", your_hand: "je hand", from_hand: "de hand van {who}", from_your_hand: "jouw hand", trust: "vertrouw {who}", trust_self: "vertrouw jezelf", bids_on: "biedt {bid} op {who}", you_there: "jou", dealer: "gever", deals: "{deal} begint; {who} geeft.", calls: "{who}: ‘{what}’", bid_so_far: "bod tot nu toe: {contract}", last_trick: "Laatste slag", is_bot: "bot",
    beginner: "beginner", easy: "makkelijk", medium: "gemiddeld", strong: "sterk", expert: "expert", master: "meester", quick: "snel", at_random: "speelt zomaar wat", number: "{number}", starts: "komt als eerste uit",
    why_not: "Waarom deze kaart niet?", four_colours: "Vier kleuren",
    theme: "Weergave", theme_device: "Zoals het apparaat", theme_light: "Licht", theme_dark: "Donker",
    sounds: "Geluid", settings: "Instellingen", hint: "Tip",
    look_again: "Bekijk het nog eens", forced: "Speel gedwongen kaarten",
    hint_only: "{best}: iets anders mag je niet.", hint_rule: "Een bot zou {best} kiezen, uit ervaring.",
    hint_even: "Een bot zou {best} kiezen; {second} is ongeveer even goed.",
    hint_tried: "Een bot zou {best} kiezen: gemiddeld {ahead} {ahead:punt|punten} meer dan {second}.",
    your_turn: "Je bent aan de beurt.", reminders: "Waarschuw me als ik aan de beurt ben", join: "Doe mee met het volgende spel", copy: "Kopieer", copied: "Gekopieerd", again: "Revanche",
  },
  fr: {
    guests: "Renard Hibou Lièvre Ours Lynx Loutre Grue Loup", ran_out: "Le temps de {who} est écoulé.", ran_out_self: "Votre temps est écoulé.", rules: "Règles", close: "Fermer", card_order: "Ordre des cartes, de la plus forte à la plus faible", card_worth: "Points des cartes", course: "Déroulement d’une donne", goal: "But du jeu", whole_rules: "Toutes les règles du jeu",
    clock: "Temps par décision", any_time: "sans limite", seconds: "{seconds} s", time_left: "temps restant : {seconds} s", trick: "pli {number}", evaluation: "évaluation {number}", card_points: "points dans les plis : {points}", put_back: "Reprendre cette carte", claim_rest: "✋ Le reste est pour moi.", claim_none: "🏳 Je cède le reste.", wish_lapses: "⌛ Tout le monde n’a pas répondu à temps ; on continue.", claim_fails: "Les cartes ne le permettent pas ; continuez.",
    claimed_self: "On demande aux autres s’ils sont d’accord.", claimed_rest: "{who} réclame tous les plis restants.", claimed_none: "{who} cède tous les plis restants.",
    freed: "Cette place a été libérée pour quelqu’un d’autre. Avec l’invitation vous pouvez en choisir une autre.", your_seat: "votre place",
    board: "Plateau", plays_no_more: "ne joue plus ces couleurs",
    partner: "partenaire",
    withdraw: "Laissez", not_yet: "pas encore là", more: "plus …",
    invitation: "Invitation", invite_all: "Partagez ce seul lien : chacun y choisit une place libre et tape son nom.", single_links: "Un lien par place",
    choose_seat: "Choisissez votre place", taken: "prise", sit_down: "S’asseoir", no_free: "Toutes les places sont prises.", make_free: "Libérer cette place", your_name: "Votre nom",
    could: "Qu’aurais-je pu faire ?", present: "Retour à la partie", stand_in: "Laisser jouer un robot", stood_in: "un robot remplace", say: "Dire quelque chose",
    hello: "👋 Bonjour !", good_luck: "🍀 Bonne chance !", well_played: "👏 Bien joué !", thanks: "🙏 Merci !", oops: "🙈 Oups !", thinking: "🤔 Je réfléchis …",
    could_best: "Vous avez choisi {made} ; un robot aussi.", could_rule: "Vous avez choisi {made} ; un robot choisirait {best}, par expérience.",
    could_even: "Vous avez choisi {made} ; pour un robot, {best} se vaut à peu près.",
    could_tried: "Vous avez choisi {made} ; {best} rapporte en moyenne {behind} {behind:point|points} de plus.",
    tables: "Tables", language: "Langue", new_table: "Une nouvelle table", game: "Jeu", options: "Options", seats: "Places",
    house_rules: "Règles maison", sheet: "Règles maison (TOML)", sample: "Un exemple", fits: "{name} : {players} places", make_table: "Créer la table",
    links: "Liens", links_are_secret: "Chaque lien est une place : ne le donnez qu’à une personne.",
    scores: "Points", log: "Ce qui s’est passé", undo: "Reprendre", agree: "Accepter",
    decline: "Refuser", record: "Partie enregistrée", you: "vous", seat: "place {seat}", person: "une personne", bot: "un robot",
    name: "nom", watch: "pour regarder", points: "points : {points}", tricks: "plis : {tricks}", bids: "paris : {bids}",
    estimates: "estimation : {estimate}", away: "absent", trump: "atout : {suit}", pile: "pile de score : {count}",
    stock: "talon : {count}", deal: "donne {number}", down: "une carte cachée", to_act: "à jouer", leads: "entame",
    wins: "gagne", wished: "{who} veut reprendre un coup.",
    wished_self: "Vous avez demandé à reprendre un coup.", undone: "Ceci serait annulé : {what}",
    hurried: "un robot rapide l’a remplacé", own_tables: "Vos tables", waiting: "En attente de {who}.", connected: "",
    gone: "Connexion perdue ; nouvel essai …", hand_of: "main de {who}", reason: "pourquoi", in_all: "total",
    no_secret: "Ce lien n’a pas de secret. Demandez le lien entier.", watching: "Vous regardez.",
    decided: "Vous avez choisi : {what}",
    another_game: "Une autre partie", winner: "{who} gagne.", winner_self: "Vous gagnez !", winners: "Gagnants : {who}.", no_winner: "Personne ne gagne.",
    said: "Annonces", contract: "contrat : {contract}", declarer: "déclarant : {who}",
    hidden_card: "carte cachée", hidden_cards: "{count} cartes cachées", played: "{who} joue {card}.", played_from: "{who} joue {card} de {hand}.",
    took: "{who} remporte le pli.", played_self: "Vous jouez {card}.", played_from_self: "Vous jouez {card} de {hand}.", took_self: "Vous remportez le pli.", your_hand: "votre main", from_hand: "la main de {who}", from_your_hand: "votre main", trust: "confiance en {who}", trust_self: "confiance en vous-même", bids_on: "parie {bid} sur {who}", you_there: "vous", dealer: "donneur", deals: "{deal} commence ; {who} donne.", calls: "{who} : « {what} »", bid_so_far: "enchère actuelle : {contract}", last_trick: "Dernier pli", is_bot: "robot",
    beginner: "débutant", easy: "facile", medium: "moyen", strong: "fort", expert: "expert", master: "maître", quick: "rapide", at_random: "joue au hasard", number: "{number}", starts: "entame le premier pli",
    why_not: "Pourquoi pas cette carte ?", four_colours: "Quatre couleurs",
    theme: "Apparence", theme_device: "Comme l’appareil", theme_light: "Clair", theme_dark: "Sombre",
    sounds: "Sons", settings: "Réglages", hint: "Conseil",
    look_again: "Revoir la partie", forced: "Jouer les cartes forcées",
    hint_only: "{best} : vous ne pouvez rien faire d’autre.", hint_rule: "Un robot choisirait {best}, par expérience.",
    hint_even: "Un robot choisirait {best} ; {second} se vaut à peu près.",
    hint_tried: "Un robot choisirait {best} : en moyenne {ahead} {ahead:point|points} de plus que {second}.",
    your_turn: "C’est à vous.", reminders: "Me prévenir quand c’est à moi", join: "Rejoindre la partie suivante", copy: "Copier", copied: "Copié", again: "Revanche",
  },
  de: {
    guests: "Fuchs Uhu Hase Bär Luchs Otter Kranich Wolf", ran_out: "Die Zeit von {who} ist abgelaufen.", ran_out_self: "Deine Zeit ist abgelaufen.", rules: "Regeln", close: "Schließen", card_order: "Reihenfolge der Karten, die höchste zuerst", card_worth: "Punkte der Karten", course: "So verläuft eine Runde", goal: "Ziel", whole_rules: "Alle Regeln des Spiels",
    clock: "Zeit pro Entscheidung", any_time: "unbegrenzt", seconds: "{seconds} s", time_left: "verbleibende Zeit: {seconds} s", trick: "Stich {number}", evaluation: "Wertung {number}", card_points: "Augen in Stichen: {points}", put_back: "Diese Karte zurücknehmen", claim_rest: "✋ Der Rest gehört mir.", claim_none: "🏳 Ich gebe den Rest ab.", wish_lapses: "⌛ Nicht alle haben rechtzeitig geantwortet; spielt weiter.", claim_fails: "Die Karten geben das nicht her; spielt weiter.",
    claimed_self: "Die anderen werden gefragt, ob sie zustimmen.", claimed_rest: "{who} beansprucht alle übrigen Stiche.", claimed_none: "{who} gibt alle übrigen Stiche ab.",
    freed: "Dieser Platz wurde für jemand anderen freigegeben. Mit der Einladung kannst du einen anderen wählen.", your_seat: "dein Platz",
    board: "Spielplan", plays_no_more: "spielt diese nicht mehr",
    partner: "Partner",
    withdraw: "Schon gut", not_yet: "noch nicht da", more: "mehr …",
    invitation: "Einladung", invite_all: "Gib diesen einen Link weiter: Wer ihn öffnet, wählt einen freien Platz und gibt einen Namen ein.", single_links: "Ein Link für jeden Platz",
    choose_seat: "Wähle deinen Platz", taken: "besetzt", sit_down: "Platz nehmen", no_free: "Alle Plätze sind besetzt.", make_free: "Diesen Platz freigeben", your_name: "Dein Name",
    could: "Was hätte ich tun können?", present: "Zurück zum Spiel", stand_in: "Einen Bot spielen lassen", stood_in: "ein Bot springt ein", say: "Etwas sagen",
    hello: "👋 Hallo!", good_luck: "🍀 Viel Glück!", well_played: "👏 Gut gespielt!", thanks: "🙏 Danke!", oops: "🙈 Ups!", thinking: "🤔 Ich überlege …",
    could_best: "Du hast {made} gewählt; das täte ein Bot auch.", could_rule: "Du hast {made} gewählt; ein Bot würde {best} wählen, aus Erfahrung.",
    could_even: "Du hast {made} gewählt; ein Bot findet {best} etwa gleich gut.",
    could_tried: "Du hast {made} gewählt; {best} bringt im Mittel {behind} {behind:Punkt|Punkte} mehr.",
    tables: "Tische", language: "Sprache", new_table: "Ein neuer Tisch", game: "Spiel", options: "Optionen", seats: "Plätze",
    house_rules: "Hausregeln", sheet: "Hausregeln (TOML)", sample: "Ein Beispiel", fits: "{name}: {players} Plätze", make_table: "Tisch aufstellen",
    links: "Links", links_are_secret: "Jeder Link ist ein Platz: gib ihn nur einer Person.",
    scores: "Punkte", log: "Was geschah", undo: "Zurücknehmen", agree: "Zustimmen", decline: "Ablehnen",
    record: "Aufzeichnung", you: "du", seat: "Platz {seat}", person: "ein Mensch", bot: "ein Bot", name: "Name",
    watch: "zum Zuschauen", points: "Punkte: {points}", tricks: "Stiche: {tricks}", bids: "Gebote: {bids}",
    estimates: "Ansage: {estimate}", away: "abwesend", trump: "Trumpf: {suit}", pile: "Wertungsstapel: {count}",
    stock: "Stapel: {count}", deal: "Runde {number}", down: "eine verdeckte Karte", to_act: "am Zug", leads: "spielt aus",
    wins: "sticht", wished: "{who} möchte einen Zug zurücknehmen.",
    wished_self: "Du möchtest einen Zug zurücknehmen.",
    undone: "Das würde zurückgenommen: {what}", hurried: "ein schneller Bot sprang ein", own_tables: "Deine Tische",
    waiting: "Warten auf {who}.", connected: "",
    gone: "Verbindung unterbrochen; neuer Versuch …", hand_of: "Hand von {who}", reason: "warum", in_all: "gesamt",
    no_secret: "Diesem Link fehlt das Geheimnis. Bitte um den ganzen Link.", watching: "Du schaust zu.",
    decided: "Du hast gewählt: {what}",
    another_game: "Noch ein Spiel", winner: "{who} gewinnt.", winner_self: "Du gewinnst!", winners: "Gewinner: {who}.", no_winner: "Niemand gewinnt.",
    said: "Gebote und Ansagen", contract: "Kontrakt: {contract}", declarer: "Alleinspieler: {who}",
    hidden_card: "verdeckte Karte", hidden_cards: "{count} verdeckte Karten", played: "{who} spielt {card}.", played_from: "{who} spielt {card} aus {hand}.",
    took: "{who} nimmt den Stich.", played_self: "Du spielst {card}.", played_from_self: "Du spielst {card} aus {hand}.", took_self: "Du nimmst den Stich.", your_hand: "deine Hand", from_hand: "der Hand von {who}", from_your_hand: "deiner Hand", trust: "vertraue {who}", trust_self: "vertraue dir selbst", bids_on: "bietet {bid} auf {who}", you_there: "dich", dealer: "Geber", deals: "{deal} beginnt; {who} gibt.", calls: "{who}: „{what}“", bid_so_far: "Gebot bisher: {contract}", last_trick: "Letzter Stich", is_bot: "Bot",
    beginner: "Anfänger", easy: "leicht", medium: "mittel", strong: "stark", expert: "Experte", master: "Meister", quick: "schnell", at_random: "spielt zufällig", number: "{number}", starts: "spielt zuerst aus",
    why_not: "Warum nicht diese Karte?", four_colours: "Vier Farben",
    theme: "Darstellung", theme_device: "Wie das Gerät", theme_light: "Hell", theme_dark: "Dunkel",
    sounds: "Töne", settings: "Einstellungen", hint: "Tipp",
    look_again: "Noch einmal ansehen", forced: "Erzwungene Karten spielen",
    hint_only: "{best}: etwas anderes darfst du nicht.", hint_rule: "Ein Bot würde {best} wählen, aus Erfahrung.",
    hint_even: "Ein Bot würde {best} wählen; {second} ist etwa gleich gut.",
    hint_tried: "Ein Bot würde {best} wählen: im Mittel {ahead} {ahead:Punkt|Punkte} mehr als {second}.",
    your_turn: "Du bist am Zug.", reminders: "Mich erinnern, wenn ich am Zug bin", join: "Beim nächsten Spiel mitspielen", copy: "Kopieren", copied: "Kopiert", again: "Revanche",
  },
};

const QUESTIONS = {
  nl: {
    auction: "Wat bied je?", announce: "Wat kondig je aan?", reservation: "Heb je een voorbehoud?", partner: "Wie wordt je maat?",
    melds: "Wat meld je?", task: "Welke opdracht neem je?", remark: "Wat zeg je over je hand?", alone: "Speel je alleen?",
    close: "Pak je, of sluit je de stok?", name_game: "Wat speel je?", name_trump: "Maak je troef?", take_stock: "Neem je {cards} kaarten van de stok?",
    play_own: "Speel een kaart.", lead_own: "Kom uit.",
    bid: "Hoeveel slagen haalt {seat}?", estimate: "Hoeveel van de {tricks} slagen haal je?",
    trust: "Welk bod vertrouw je?", double: "Verdubbel je?", buy_trump: "Koop je een andere troef voor {price}?",
    reveal: "Kies kaart {card} van {of} om gesloten te leggen.", lead: "Kom uit met een kaart van {hand}.",
    play: "Speel een kaart van {hand}.", pass_cards: "Kies kaart {card} van {of} voor {seat}.",
    exchange: "Hoeveel kaarten ruil je?", lay_away: "Kies kaart {card} van {of} om weg te leggen.",
    exchange_face_up: "Welke kaart ruil je voor de open kaart?", put_under: "Welke kaart leg je onder de stok?", choose_trump: "Welke kleur is vanaf nu troef?",
  },
  fr: {
    auction: "Qu’annoncez-vous ?", announce: "Qu’annoncez-vous ?", reservation: "Avez-vous une réserve ?", partner: "Qui sera votre partenaire ?",
    melds: "Que déclarez-vous ?", task: "Quelle mission prenez-vous ?", remark: "Que dites-vous de votre main ?", alone: "Jouez-vous seul ?",
    close: "Piochez-vous, ou fermez-vous le talon ?", name_game: "Que jouez-vous ?", name_trump: "Nommez-vous l’atout ?", take_stock: "Prenez-vous {cards} cartes du talon ?",
    play_own: "Jouez une carte.", lead_own: "Entamez.",
    bid: "Combien de plis fera {seat} ?", estimate: "Combien des {tricks} plis ferez-vous ?",
    trust: "À quel pari vous fiez-vous ?", double: "Doublez-vous ?", buy_trump: "Achetez-vous un autre atout pour {price} ?",
    reveal: "Choisissez la carte {card} sur {of} à poser cachée.", lead: "Entamez d’une carte de {hand}.",
    play: "Jouez une carte de {hand}.", pass_cards: "Choisissez la carte {card} sur {of} pour {seat}.",
    exchange: "Combien de cartes échangez-vous ?", lay_away: "Choisissez la carte {card} sur {of} à écarter.",
    exchange_face_up: "Quelle carte échangez-vous contre la carte visible ?", put_under: "Quelle carte mettez-vous sous le talon ?", choose_trump: "Quelle couleur devient atout ?",
  },
  de: {
    auction: "Was bietest du?", announce: "Was sagst du an?", reservation: "Hast du einen Vorbehalt?", partner: "Wer soll dein Partner sein?",
    melds: "Was meldest du?", task: "Welche Aufgabe übernimmst du?", remark: "Was sagst du über deine Hand?", alone: "Spielst du allein?",
    close: "Ziehst du, oder drehst du zu?", name_game: "Was spielst du?", name_trump: "Nennst du Trumpf?", take_stock: "Nimmst du {cards} Karten auf?",
    play_own: "Spiele eine Karte.", lead_own: "Spiele aus.",
    bid: "Wie viele Stiche macht {seat}?", estimate: "Wie viele der {tricks} Stiche machst du?",
    trust: "Welchem Gebot vertraust du?", double: "Verdoppelst du?", buy_trump: "Kaufst du für {price} einen anderen Trumpf?",
    reveal: "Wähle Karte {card} von {of} zum verdeckten Legen.", lead: "Spiele eine Karte von {hand} aus.",
    play: "Spiele eine Karte von {hand}.", pass_cards: "Wähle Karte {card} von {of} für {seat}.",
    exchange: "Wie viele Karten tauschst du?", lay_away: "Wähle Karte {card} von {of} zum Ablegen.",
    exchange_face_up: "Welche Karte tauschst du gegen die offene?", put_under: "Welche Karte legst du unter den Stapel?", choose_trump: "Welche Farbe ist ab jetzt Trumpf?",
  },
};

const REASONS = {
  nl: {
    bid_exact: "bod {bid} op {subject}, {tricks} gehaald: precies",
    bid_close: "bod {bid} op {subject}, {tricks} gehaald: bijna",
    bid_wrong: "bod {bid} op {subject}, {tricks} gehaald: fout",
    trusted_rightly: "vertrouwde terecht het bod op {subject}",
    trusted_wrongly: "vertrouwde ten onrechte het bod op {subject}",
    trusted_absent: "vertrouwde {subject}, die niet meespeelt", no_trust: "geen vertrouwen",
    took_cards: "{cards} gehaald", took_tricks: "{tricks} {tricks:slag|slagen} gehaald", moon: "alle kaarten die tellen: seat {shooter}", side_bid: "samen {bid} geboden, {tricks} gehaald",
    bags: "overslagen: {bags}", bags_full: "telkens {bags} overslagen", nil: "nul van seat {bidder}, {tricks} gehaald",
    estimate: "schatte {estimate}, haalde {tricks}", bought_trump: "kocht {suit} als troef", evaluation: "waardering {number}, {award}: {cards}",
  },
  fr: {
    bid_exact: "pari {bid} sur {subject}, {tricks} faits : exact",
    bid_close: "pari {bid} sur {subject}, {tricks} faits : presque",
    bid_wrong: "pari {bid} sur {subject}, {tricks} faits : faux",
    trusted_rightly: "confiance justifiée dans le pari sur {subject}",
    trusted_wrongly: "confiance trompée dans le pari sur {subject}",
    trusted_absent: "confiance dans {subject}, qui ne joue pas", no_trust: "aucune confiance",
    took_cards: "a pris {cards}", took_tricks: "{tricks} {tricks:pli|plis}", moon: "toutes les cartes qui comptent : seat {shooter}", side_bid: "annoncé {bid} à deux, fait {tricks}",
    bags: "plis en trop : {bags}", bags_full: "tous les {bags} plis en trop", nil: "zéro de seat {bidder}, fait {tricks}",
    estimate: "estimé {estimate}, fait {tricks}", bought_trump: "a acheté {suit} comme atout", evaluation: "évaluation {number}, {award} : {cards}",
  },
  de: {
    bid_exact: "Gebot {bid} auf {subject}, {tricks} gemacht: genau",
    bid_close: "Gebot {bid} auf {subject}, {tricks} gemacht: knapp",
    bid_wrong: "Gebot {bid} auf {subject}, {tricks} gemacht: falsch",
    trusted_rightly: "vertraute dem Gebot auf {subject} zu Recht",
    trusted_wrongly: "vertraute dem Gebot auf {subject} zu Unrecht",
    trusted_absent: "vertraute {subject}, der nicht mitspielt", no_trust: "kein Vertrauen",
    took_cards: "{cards} genommen", took_tricks: "{tricks} {tricks:Stich|Stiche} gemacht", moon: "alle zählenden Karten: seat {shooter}", side_bid: "zusammen {bid} geboten, {tricks} gemacht",
    bags: "Überstiche: {bags}", bags_full: "je {bags} Überstiche", nil: "null von seat {bidder}, {tricks} gemacht",
    estimate: "sagte {estimate} an, machte {tricks}", bought_trump: "kaufte {suit} als Trumpf", evaluation: "Wertung {number}, {award}: {cards}",
  },
};

/** Suits of the three main games and French ones, as the library names them. */
const SUITS = {
  nl: {
    clubs: "klaveren", diamonds: "ruiten", hearts: "harten", spades: "schoppen", red: "rood", yellow: "geel", blue: "blauw",
    white: "wit", pink: "roze", green: "groen", orange: "oranje", purple: "paars",
  },
  fr: {
    clubs: "trèfle", diamonds: "carreau", hearts: "cœur", spades: "pique", red: "rouge", yellow: "jaune", blue: "bleu",
    white: "blanc", pink: "rose", green: "vert", orange: "orange", purple: "violet",
  },
  de: {
    clubs: "Kreuz", diamonds: "Karo", hearts: "Herz", spades: "Pik", red: "Rot", yellow: "Gelb", blue: "Blau", white: "Weiß",
    pink: "Rosa", green: "Grün", orange: "Orange", purple: "Lila",
  },
};
const AWARDS = {
  nl: {majority: "{suit} heeft de meerderheid", exactly: "precies {number} Kododo’s"},
  fr: {majority: "{suit} est majoritaire", exactly: "exactement {number} Kododos"},
  de: {majority: "{suit} hat die Mehrheit", exactly: "genau {number} Kododos"},
};

let language = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
if (!(language in LANGUAGES)) language = "en";

/** The number of the language among all of them; 0 is English. */
export const place = () => Object.keys(LANGUAGES).indexOf(language);

/** How numbers are written, by language: to make a format takes longer than to draw a seat. @type {Object<string, Intl.NumberFormat>} */
const formats = {};

/** Fill in fields; numbers are written as the language has them, and {name:one|others} is the form of a word that goes with one. */
const filled = (text, fields) => text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, others) => {
  const value = fields[name] ?? "";
  if (others !== undefined) return new Intl.PluralRules(language).select(+value) === "one" ? one : others;
  return typeof value === "number" ? (formats[language] ??= new Intl.NumberFormat(language)).format(value) : value;
});

/** Words of a page of its own, by language. @param {Object<string, Object<string, string>>} words */
export function learn(words) {
  for (const [code, said] of Object.entries(words)) Object.assign(WORDS[code], said);
}

/** A word or sentence of the page. */
export const word = (name, fields = {}) => filled(WORDS[language][name] ?? name, fields);

/** A question of the library to a seat, in the language of the page where it is known. */
export const question = (asked, own) => {
  const {seat, hand} = asked.fields, ofTheirs = hand === own && QUESTIONS[language]?.[`${asked.code}_own`];
  const known = ofTheirs || QUESTIONS[language]?.[asked.code];
  return known ? filled(known, {...asked.fields, seat: `seat ${seat}`, hand: `seat ${hand}`}) : asked.text;
};

/** The name of a suit. @param {string} name as the library has it */
export const suit = name => SUITS[language]?.[name] ?? name;

/** Why cards of a table were worth something, in the language of the page where it is known. */
function award(text) {
  const {majority, exactly} = AWARDS[language];
  const most = /^(\w+) has the majority$/.exec(text), exact = /^exactly (\d+) Kododos$/.exec(text);
  if (most) return filled(majority, {suit: suit(most[1])});
  return exact ? filled(exactly, {number: exact[1]}) : text;
}

/** The reason of a score line. @param {Object<string, string>} suits the names of suits by letter */
export const reason = (line, suits) => {
  const {fields} = line, shared = line.code === "partner", known = REASONS[language]?.[shared ? fields.of : line.code];
  if (!known) return line.reason;
  const said = {...fields, subject: `seat ${fields.subject}`, suit: suit(suits[fields.suit] ?? fields.suit), award: award(fields.award)};
  const text = filled(known, said) + (fields.factor ? ` × ${fields.factor}` : "");
  return shared ? `${word("partner")}, seat ${fields.partner}: ${text}` : text;
};

/** Write all words of the page, and let its reader choose the language. */
export function speak(changed) {
  const chosen = document.getElementById("language");
  const write = () => {
    document.documentElement.lang = language;
    for (const each of document.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
    for (const each of document.querySelectorAll("[data-label]")) each.ariaLabel = each.title = word(each.dataset.label);
  };
  for (const [code, name] of Object.entries(LANGUAGES)) chosen.add(new Option(name, code));
  chosen.value = language;
  chosen.onchange = () => {
    language = chosen.value;
    localStorage.setItem("language", language);
    write();
    changed();
  };
  write();
}
