/**
 * The invented artists of the bundled catalogue with their records, by genre. `read-records.ts` describes the format.
 * The names are the seeds of the composer, so another name makes another song. Run `compose/write-song-gains.ts` after
 * a change.
 */
export const RECORDS = `
# synthwave
Neon Estuary
  2022-06-10 Tidal Grid: Night Ferry / Chrome Harbour / Tidal Grid / Last Exit Before Sunrise
  2024-09-27 Afterglow: Afterglow / Passenger Seat
夜間飛行クラブ
  2021-11-05 東京湾: 雨のハイウェイ / 午前二時 / ネオンの海 / 最後の電話 / 東京湾 / テープの恋
Ossian Drive
  2020-08-14 Polaroid Summers: Polaroid Summers / Rollerdisco / Your Brother’s Car / Vantage Point
  2023-03-03 The Arcade Is Closing: The Arcade Is Closing / High Score
Velvet Modem
  2025-02-21 Carrier Signal: Dial Tone / Carrier Signal (with Neon Estuary) / Handshake / Static Bloom / Goodnight, Operator / 56K Heart

# house
Casa Ondina
  2023-05-19 Terrazza: Terrazza / Sempre Tu / Salt on the Glass / Ondina
  2025-01-17 Sugar Room: Sugar Room / Hold the Floor
Marlowe & Finch
  2022-10-28 Good Neighbours: Good Neighbours / Third Floor, Left / Borrowed Chairs / Everybody’s Kitchen / Stay Till the Bins Come / Spare Key
Δέλτα
  2021-07-09 Φως: Φως / Καλοκαίρι / Αύριο Πάλι / Θάλασσα
  2024-04-12 Μεσάνυχτα: Μεσάνυχτα / Χορός (with Casa Ondina)
Paloma Reyes-Hart
  2024-06-07 Warm Machine: Warm Machine / Lift Me / Saturday Is a Place / Call It Love / Only Strangers Dance / Confetti Tax

# techno
Kilowatt Nord
  2021-02-26 Umspannwerk: Umspannwerk / Halle 7 / Nachtschicht / Dreiphasen
  2023-12-01 Lastwechsel: Lastwechsel / Erdung
Iskra
  2022-03-18 Ferrite: Ferrite / Blind Corner / Pressure Drop at Six / Hollow Core / Iskra / Load Bearing
Mono Lake Union
  2020-10-02 Concrete Choir: Concrete Choir / Underpass / Slow Voltage / Basalt
  2024-11-08 North Gate: North Gate / Keep Your Coat On (explicit)
Satélite Norte
  2025-05-30 Órbita Baja: Órbita Baja / Eclipse Parcial / Ruido Blanco / Perigeo / Antena / Señal Perdida

# chiptune
Pixel Ronin
  2021-04-23 Insert Coin, Draw Sword: Insert Coin, Draw Sword / Bamboo Level / The Shopkeeper Knows / Boss Room Waltz
  2023-08-18 New Game Plus: New Game Plus / Speedrun
ドット絵少年
  2022-08-01 8月のセーブデータ: 夏休み / ひみつの地図 / 8月のセーブデータ / ラスボス前夜 / 星のコイン / つづきから
Cartridge Honey
  2020-05-15 Blow Gently: Blow Gently / Player Two / Princess of Another Castle / Low Battery Lullaby
  2024-02-02 Start Select: Start Select / One More Life
Bitte Speichern
  2023-10-13 Zwölf Farben: Zwölf Farben / Joystickliebe / Datasette / Ladebalken (with Kilowatt Nord) / Game Over Again / Reset in F

# lo-fi
Paper Lantern Society
  2022-01-21 Desk by the Window: Desk by the Window / Second Cup / Rain, Mostly / Margins
  2024-05-03 Library Card: Library Card / Overdue
小さな喫茶店
  2021-06-18 雨宿り: 雨宿り / 猫とレコード / 三番テーブル / 夕方のバス / 手紙 / おやすみ、町
Omar Sandwell
  2023-02-10 Slow Sundays: Slow Sundays / Toast / Nobody’s Calling / Grandma’s Radio
  2025-03-14 Night Bus Home: Night Bus Home / Window Seat (with Paper Lantern Society)
Mull & Moss
  2020-12-04 Half Asleep: Half Asleep / Wool Socks / Kettle Song / Snow Day / A Lamp Left On / Tape Hiss Therapy

# ambient
Sólveig Ránardóttir
  2021-09-24 Jökulljós: Jökulljós / Þögn / Undir ísnum / Fjörður að morgni
  2024-12-06 Vetrarbraut: Vetrarbraut / Hægt
Harbour of Glass
  2022-11-11 Still Water Atlas: Still Water Atlas / Lighthouse Arithmetic / Sleep Is a Country / What the Tide Returned / Pale Blue Cartography / Amber
نور البحر
  2023-04-07 سكون: سكون / قمر على الماء / رمل / بعد المطر
  2025-06-20 نافذة: نافذة / فجر
Elswhere
  2020-03-27 Rooms for Nobody: Rooms for Nobody / Dust in the Projector / Cloud Inventory / A Long Exhale (with Harbour of Glass) / Moth / Leaving the Light On

# folk
Hazel & the Hollow
  2021-05-07 Bramble: Bramble / Miller’s Daughter / Stone in My Boot / The Fox Came Round
  2023-11-17 Firewood: Firewood / Seven Crows
Tomás Ó Ceallaigh
  2022-09-16 An Bóthar Fada: An Bóthar Fada / Gaoth Aniar / The Ferryman’s Reel / Cois Farraige / Slán, a Chara / Salt and Turf
Wren Abernathy
  2020-06-26 Postcards from Nowhere Much: Postcards / Blue Enamel / Orchard Keeper / If You’re Up
  2024-03-08 Thaw: Thaw / Two Coats (with Hazel & the Hollow)
Björnlund Trio
  2023-06-21 Skogen: Skogen / Midsommarvals / Älvens Visa / Brudmarsch från Åre / Snö på Taket / Göken

# chamber
Quartett Lindenhof
  2021-10-15 Walzer für Niemand: Walzer für Niemand / Kleine Nachtpost / Spiegelsaal / Der Letzte Tanz
  2024-10-04 Herbstzeitlose: Herbstzeitlose / Im Treppenhaus
Ensemble Sept-Îles
  2022-04-29 Carrousel: Carrousel / La Lettre Oubliée / Valse des Horlogers / Petite Neige / L’Heure Bleue / Manège
Agnieszka Wrońska
  2023-01-27 Listy: Listy / Walc z Krakowa / Cień / Żółty Liść
  2025-04-25 Okno: Okno / Śnieg (with Quartett Lindenhof)
The Minor Chamber
  2020-09-11 Music for Tall Windows: Music for Tall Windows / Candle Tax / An Argument in Three / Minuet for a Late Guest / Marble and Ash / Curtsey

# funk
The Brass Tax
  2022-07-22 Receipts: Receipts / Pocket Change / Itemize That / Don’t Audit My Heart (explicit)
  2024-08-09 Double Entry: Double Entry / Late Fee
Loretta Quick
  2021-03-12 Sunday Shoes: Sunday Shoes / Say It With Your Hips / Peach Cobbler / Telephone Manners / Big Hat Energy / Sweet Talk Tuesday
Grand Marmalade
  2020-07-31 Spread Thick: Spread Thick / Toast of the Town / Sticky Fingers Club / Zest
  2023-09-15 Breakfast at Night: Breakfast at Night / Butter Side Up (with The Brass Tax)
Os Terraços
  2025-01-31 Laje: Laje / Pé de Vento / Fim de Tarde / Vizinhança / Bola na Rua / Água de Coco

# dub
Tidewater Sound
  2021-08-06 Deep End Dub: Deep End / Pressure Valve / Mango Tree / River Come Down
  2024-07-12 Second Tide: Second Tide / Anchor Song
Sister Juniper
  2022-05-20 Sunday Fire: Sunday Fire / Give Thanks for Rain / Zinc Roof / Long Time Traveller / Hills of Home / Steady Hand
Echo Chamber No. 9
  2020-11-20 Version Excursion: Version Excursion / Spring Tank / Half a Ghost / Needle and Plate
  2023-07-07 Slow Lightning: Slow Lightning / Lion in the Rafters (with Sister Juniper)
Basse-Terre
  2024-01-26 Volcan Dormant: Volcan Dormant / Pluie Rouge / Marché du Soir / Filaos / Lune Basse / Ti Bateau

# bossa nova
Clara Monteverde
  2021-01-29 Varanda: Varanda / Manhã de Quarta / Teu Nome na Areia / Devagar
  2023-05-05 Bem-te-vi: Bem-te-vi / Rede Azul
Trio Maré Alta
  2022-02-18 Depois da Chuva: Depois da Chuva / Barquinho de Papel / Rua das Laranjeiras / Conversa de Janela / Maré Alta / Sem Pressa
Lúcio Amarante
  2020-04-17 Cartas de Abril: Cartas de Abril / Guarda-chuva / Sol na Escada / Saudade em Ré
  2024-09-06 Meia-luz: Meia-luz / Dueto (with Clara Monteverde)
Hotel Ipê
  2025-03-28 Lobby Music for Lovers: Room 12 / The Pianist Takes a Break / Key Under the Mat / Poolside, October / A Postcard to Inês / Checkout

# post-rock
Weather Over Ashfield
  2021-12-03 We Were Told There Would Be Snow: We Were Told There Would Be Snow / Pylons / The Year the River Moved / Small Engines
  2024-05-24 Radio Silence: Radio Silence / All the Lights on the Hill
Polaris Foundry
  2022-08-26 Slag & Starlight: Slag & Starlight / Furnace Hymn / Cold Rolled / A Map of the Sparks / Shift Change / Everything Molten
Tiefdruckgebiet
  2020-02-14 Über den Feldern: Über den Feldern / Aschewolke / Kranichzug / Stille nach dem Sturm
  2023-03-24 Horizontal: Horizontal / Zwischen den Türmen (with Polaris Foundry)
Lanterns at Sea
  2025-06-13 How to Leave an Island: How to Leave an Island / Flare / Letters to the Coastguard / Undertow / Seventeen Waves / Home, Eventually
`
