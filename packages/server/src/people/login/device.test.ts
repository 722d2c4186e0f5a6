import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const mozilla = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const appleWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Windows NT 10.0; Win64; x64'
const mac = 'Macintosh; Intel Mac OS X 10_15_7'
const iphone = 'iPhone; CPU iPhone OS 18_7 like Mac OS X'

it('A9 a device is shown with its browser and system if the User-Agent names them', () => {
  for (const [userAgent, browser, system] of [
    [mozilla(windows, `${webkit} Chrome/142.0.0.0 Safari/537.36`), 'Chrome', 'Windows'],
    [mozilla(windows, `${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`), 'Edge', 'Windows'],
    [mozilla(windows, `${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`), 'Opera', 'Windows'],
    [mozilla(`${windows}; rv:145.0`, 'Gecko/20100101 Firefox/145.0'), 'Firefox', 'Windows'],
    [mozilla('X11; Linux x86_64; rv:145.0', 'Gecko/20100101 Firefox/145.0'), 'Firefox', 'Linux'],
    [mozilla('X11; CrOS x86_64 14541.0.0', `${webkit} Chrome/142.0.0.0 Safari/537.36`), 'Chrome', 'ChromeOS'],
    [mozilla(mac, `${appleWebkit} Version/26.1 Safari/605.1.15`), 'Safari', 'Mac'],
    [mozilla(mac, `${webkit} Chrome/142.0.0.0 Safari/537.36`), 'Chrome', 'Mac'],
    [mozilla(iphone, `${appleWebkit} Version/26.1 Mobile/15E148 Safari/604.1`), 'Safari', 'iPhone'],
    [mozilla(iphone, `${appleWebkit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`), 'Chrome', 'iPhone'],
    [mozilla(iphone, `${appleWebkit} FxiOS/145.0 Mobile/15E148 Safari/604.1`), 'Firefox', 'iPhone'],
    [mozilla(iphone, `${appleWebkit} Mobile/15E148`), null, 'iPhone'],
    [
      mozilla('iPad; CPU OS 18_7 like Mac OS X', `${appleWebkit} Version/26.1 Safari/604.1`),
      'Safari',
      'iPad',
    ],
    [mozilla('Linux; Android 10; K', `${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`), 'Chrome', 'Android'],
    [
      mozilla('Linux; Android 16; SM-S931B', `${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`),
      'Samsung Internet',
      'Android',
    ],
    [mozilla('Android 16; Mobile; rv:145.0', 'Gecko/145.0 Firefox/145.0'), 'Firefox', 'Android'],
    [mozilla('X11; Linux x86_64', `${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`), 'Chrome', 'Linux'],
    ['curl/8.17.0', null, null],
    ['', null, null],
    ['<b>Chrome</b> your account was blocked', null, null],
    [`${'x '.repeat(300)}Chrome/142`, null, null],
  ] as const)
    expect([userAgent, deviceOf(userAgent)]).toEqual([userAgent, { browser, system }])
})
