import type { GenreEntry } from './entries.ts'

export const GROOVE: readonly GenreEntry[] = [
  {
    genre: 'funk',
    artists: [
      {
        name: 'The Brass Tax',
        records: [
          {
            name: 'Receipts',
            released: '2022-07-22',
            songs: [
              'Receipts',
              'Pocket Change',
              'Itemize That',
              { title: 'Don’t Audit My Heart', explicit: true },
            ],
          },
          { name: 'Double Entry', released: '2024-08-09', songs: ['Double Entry', 'Late Fee'] },
        ],
      },
      {
        name: 'Loretta Quick',
        records: [
          {
            name: 'Sunday Shoes',
            released: '2021-03-12',
            songs: [
              'Sunday Shoes',
              'Say It With Your Hips',
              'Peach Cobbler',
              'Telephone Manners',
              'Big Hat Energy',
              'Sweet Talk Tuesday',
            ],
          },
        ],
      },
      {
        name: 'Grand Marmalade',
        records: [
          {
            name: 'Spread Thick',
            released: '2020-07-31',
            songs: ['Spread Thick', 'Toast of the Town', 'Sticky Fingers Club', 'Zest'],
          },
          {
            name: 'Breakfast at Night',
            released: '2023-09-15',
            songs: ['Breakfast at Night', { title: 'Butter Side Up', with: 'The Brass Tax' }],
          },
        ],
      },
      {
        name: 'Os Terraços',
        records: [
          {
            name: 'Laje',
            released: '2025-01-31',
            songs: ['Laje', 'Pé de Vento', 'Fim de Tarde', 'Vizinhança', 'Bola na Rua', 'Água de Coco'],
          },
        ],
      },
    ],
  },
  {
    genre: 'dub',
    artists: [
      {
        name: 'Tidewater Sound',
        records: [
          {
            name: 'Deep End Dub',
            released: '2021-08-06',
            songs: ['Deep End', 'Pressure Valve', 'Mango Tree', 'River Come Down'],
          },
          { name: 'Second Tide', released: '2024-07-12', songs: ['Second Tide', 'Anchor Song'] },
        ],
      },
      {
        name: 'Sister Juniper',
        records: [
          {
            name: 'Sunday Fire',
            released: '2022-05-20',
            songs: [
              'Sunday Fire',
              'Give Thanks for Rain',
              'Zinc Roof',
              'Long Time Traveller',
              'Hills of Home',
              'Steady Hand',
            ],
          },
        ],
      },
      {
        name: 'Echo Chamber No. 9',
        records: [
          {
            name: 'Version Excursion',
            released: '2020-11-20',
            songs: ['Version Excursion', 'Spring Tank', 'Half a Ghost', 'Needle and Plate'],
          },
          {
            name: 'Slow Lightning',
            released: '2023-07-07',
            songs: ['Slow Lightning', { title: 'Lion in the Rafters', with: 'Sister Juniper' }],
          },
        ],
      },
      {
        name: 'Basse-Terre',
        records: [
          {
            name: 'Volcan Dormant',
            released: '2024-01-26',
            songs: ['Volcan Dormant', 'Pluie Rouge', 'Marché du Soir', 'Filaos', 'Lune Basse', 'Ti Bateau'],
          },
        ],
      },
    ],
  },
  {
    genre: 'bossa nova',
    artists: [
      {
        name: 'Clara Monteverde',
        records: [
          {
            name: 'Varanda',
            released: '2021-01-29',
            songs: ['Varanda', 'Manhã de Quarta', 'Teu Nome na Areia', 'Devagar'],
          },
          { name: 'Bem-te-vi', released: '2023-05-05', songs: ['Bem-te-vi', 'Rede Azul'] },
        ],
      },
      {
        name: 'Trio Maré Alta',
        records: [
          {
            name: 'Depois da Chuva',
            released: '2022-02-18',
            songs: [
              'Depois da Chuva',
              'Barquinho de Papel',
              'Rua das Laranjeiras',
              'Conversa de Janela',
              'Maré Alta',
              'Sem Pressa',
            ],
          },
        ],
      },
      {
        name: 'Lúcio Amarante',
        records: [
          {
            name: 'Cartas de Abril',
            released: '2020-04-17',
            songs: ['Cartas de Abril', 'Guarda-chuva', 'Sol na Escada', 'Saudade em Ré'],
          },
          {
            name: 'Meia-luz',
            released: '2024-09-06',
            songs: ['Meia-luz', { title: 'Dueto', with: 'Clara Monteverde' }],
          },
        ],
      },
      {
        name: 'Hotel Ipê',
        records: [
          {
            name: 'Lobby Music for Lovers',
            released: '2025-03-28',
            songs: [
              'Room 12',
              'The Pianist Takes a Break',
              'Key Under the Mat',
              'Poolside, October',
              'A Postcard to Inês',
              'Checkout',
            ],
          },
        ],
      },
    ],
  },
  {
    genre: 'post-rock',
    artists: [
      {
        name: 'Weather Over Ashfield',
        records: [
          {
            name: 'We Were Told There Would Be Snow',
            released: '2021-12-03',
            songs: [
              'We Were Told There Would Be Snow',
              'Pylons',
              'The Year the River Moved',
              'Small Engines',
            ],
          },
          {
            name: 'Radio Silence',
            released: '2024-05-24',
            songs: ['Radio Silence', 'All the Lights on the Hill'],
          },
        ],
      },
      {
        name: 'Polaris Foundry',
        records: [
          {
            name: 'Slag & Starlight',
            released: '2022-08-26',
            songs: [
              'Slag & Starlight',
              'Furnace Hymn',
              'Cold Rolled',
              'A Map of the Sparks',
              'Shift Change',
              'Everything Molten',
            ],
          },
        ],
      },
      {
        name: 'Tiefdruckgebiet',
        records: [
          {
            name: 'Über den Feldern',
            released: '2020-02-14',
            songs: ['Über den Feldern', 'Aschewolke', 'Kranichzug', 'Stille nach dem Sturm'],
          },
          {
            name: 'Horizontal',
            released: '2023-03-24',
            songs: ['Horizontal', { title: 'Zwischen den Türmen', with: 'Polaris Foundry' }],
          },
        ],
      },
      {
        name: 'Lanterns at Sea',
        records: [
          {
            name: 'How to Leave an Island',
            released: '2025-06-13',
            songs: [
              'How to Leave an Island',
              'Flare',
              'Letters to the Coastguard',
              'Undertow',
              'Seventeen Waves',
              'Home, Eventually',
            ],
          },
        ],
      },
    ],
  },
]
