import type { GenreEntry } from './entries.ts'

export const QUIET: readonly GenreEntry[] = [
  {
    genre: 'lo-fi',
    artists: [
      {
        name: 'Paper Lantern Society',
        records: [
          {
            name: 'Desk by the Window',
            released: '2022-01-21',
            songs: ['Desk by the Window', 'Second Cup', 'Rain, Mostly', 'Margins'],
          },
          { name: 'Library Card', released: '2024-05-03', songs: ['Library Card', 'Overdue'] },
        ],
      },
      {
        name: '小さな喫茶店',
        records: [
          {
            name: '雨宿り',
            released: '2021-06-18',
            songs: ['雨宿り', '猫とレコード', '三番テーブル', '夕方のバス', '手紙', 'おやすみ、町'],
          },
        ],
      },
      {
        name: 'Omar Sandwell',
        records: [
          {
            name: 'Slow Sundays',
            released: '2023-02-10',
            songs: ['Slow Sundays', 'Toast', 'Nobody’s Calling', 'Grandma’s Radio'],
          },
          {
            name: 'Night Bus Home',
            released: '2025-03-14',
            songs: ['Night Bus Home', { title: 'Window Seat', with: 'Paper Lantern Society' }],
          },
        ],
      },
      {
        name: 'Mull & Moss',
        records: [
          {
            name: 'Half Asleep',
            released: '2020-12-04',
            songs: [
              'Half Asleep',
              'Wool Socks',
              'Kettle Song',
              'Snow Day',
              'A Lamp Left On',
              'Tape Hiss Therapy',
            ],
          },
        ],
      },
    ],
  },
  {
    genre: 'ambient',
    artists: [
      {
        name: 'Sólveig Ránardóttir',
        records: [
          {
            name: 'Jökulljós',
            released: '2021-09-24',
            songs: ['Jökulljós', 'Þögn', 'Undir ísnum', 'Fjörður að morgni'],
          },
          { name: 'Vetrarbraut', released: '2024-12-06', songs: ['Vetrarbraut', 'Hægt'] },
        ],
      },
      {
        name: 'Harbour of Glass',
        records: [
          {
            name: 'Still Water Atlas',
            released: '2022-11-11',
            songs: [
              'Still Water Atlas',
              'Lighthouse Arithmetic',
              'Sleep Is a Country',
              'What the Tide Returned',
              'Pale Blue Cartography',
              'Amber',
            ],
          },
        ],
      },
      {
        name: 'نور البحر',
        records: [
          { name: 'سكون', released: '2023-04-07', songs: ['سكون', 'قمر على الماء', 'رمل', 'بعد المطر'] },
          { name: 'نافذة', released: '2025-06-20', songs: ['نافذة', 'فجر'] },
        ],
      },
      {
        name: 'Elswhere',
        records: [
          {
            name: 'Rooms for Nobody',
            released: '2020-03-27',
            songs: [
              'Rooms for Nobody',
              'Dust in the Projector',
              'Cloud Inventory',
              { title: 'A Long Exhale', with: 'Harbour of Glass' },
              'Moth',
              'Leaving the Light On',
            ],
          },
        ],
      },
    ],
  },
  {
    genre: 'folk',
    artists: [
      {
        name: 'Hazel & the Hollow',
        records: [
          {
            name: 'Bramble',
            released: '2021-05-07',
            songs: ['Bramble', 'Miller’s Daughter', 'Stone in My Boot', 'The Fox Came Round'],
          },
          { name: 'Firewood', released: '2023-11-17', songs: ['Firewood', 'Seven Crows'] },
        ],
      },
      {
        name: 'Tomás Ó Ceallaigh',
        records: [
          {
            name: 'An Bóthar Fada',
            released: '2022-09-16',
            songs: [
              'An Bóthar Fada',
              'Gaoth Aniar',
              'The Ferryman’s Reel',
              'Cois Farraige',
              'Slán, a Chara',
              'Salt and Turf',
            ],
          },
        ],
      },
      {
        name: 'Wren Abernathy',
        records: [
          {
            name: 'Postcards from Nowhere Much',
            released: '2020-06-26',
            songs: ['Postcards', 'Blue Enamel', 'Orchard Keeper', 'If You’re Up'],
          },
          {
            name: 'Thaw',
            released: '2024-03-08',
            songs: ['Thaw', { title: 'Two Coats', with: 'Hazel & the Hollow' }],
          },
        ],
      },
      {
        name: 'Björnlund Trio',
        records: [
          {
            name: 'Skogen',
            released: '2023-06-21',
            songs: ['Skogen', 'Midsommarvals', 'Älvens Visa', 'Brudmarsch från Åre', 'Snö på Taket', 'Göken'],
          },
        ],
      },
    ],
  },
  {
    genre: 'chamber',
    artists: [
      {
        name: 'Quartett Lindenhof',
        records: [
          {
            name: 'Walzer für Niemand',
            released: '2021-10-15',
            songs: ['Walzer für Niemand', 'Kleine Nachtpost', 'Spiegelsaal', 'Der Letzte Tanz'],
          },
          { name: 'Herbstzeitlose', released: '2024-10-04', songs: ['Herbstzeitlose', 'Im Treppenhaus'] },
        ],
      },
      {
        name: 'Ensemble Sept-Îles',
        records: [
          {
            name: 'Carrousel',
            released: '2022-04-29',
            songs: [
              'Carrousel',
              'La Lettre Oubliée',
              'Valse des Horlogers',
              'Petite Neige',
              'L’Heure Bleue',
              'Manège',
            ],
          },
        ],
      },
      {
        name: 'Agnieszka Wrońska',
        records: [
          { name: 'Listy', released: '2023-01-27', songs: ['Listy', 'Walc z Krakowa', 'Cień', 'Żółty Liść'] },
          {
            name: 'Okno',
            released: '2025-04-25',
            songs: ['Okno', { title: 'Śnieg', with: 'Quartett Lindenhof' }],
          },
        ],
      },
      {
        name: 'The Minor Chamber',
        records: [
          {
            name: 'Music for Tall Windows',
            released: '2020-09-11',
            songs: [
              'Music for Tall Windows',
              'Candle Tax',
              'An Argument in Three',
              'Minuet for a Late Guest',
              'Marble and Ash',
              'Curtsey',
            ],
          },
        ],
      },
    ],
  },
]
