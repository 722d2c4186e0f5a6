import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  correctionOf,
  limited,
  pageCorrection,
  parseCorrections,
  withCorrection,
} from './stored-corrections.ts'
import { stepOfKey } from './correction-keyboard.ts'
import { outputNameOf } from './output-name.ts'

describe('the correction of a late output', () => {
  it('Y1 is a whole number from -500 to 500', () => {
    expect([limited(812), limited(-812), limited(12.4)]).toEqual([500, -500, 12])
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (ms) => {
        const stored = JSON.stringify(withCorrection({}, 'speaker', ms))
        expect(correctionOf(parseCorrections(stored), 'speaker')).toBe(limited(ms))
      }),
    )
  })

  it('Y1 stored values that are not possible count as none', () => {
    for (const stored of [null, '', '{', '[]x', '{"a":501}', '{"a":"1"}', '{"a":1.5}', '7'])
      expect(parseCorrections(stored)).toEqual({})
  })

  it('Y1 each output has its own correction', () => {
    const both = withCorrection(withCorrection({}, 'kitchen', 182), 'headphones', 4)
    expect(correctionOf(both, 'kitchen')).toBe(182)
    expect(correctionOf(both, 'headphones')).toBe(4)
    expect(correctionOf(both, 'a new one')).toBe(0)
  })

  it('Y1 an output that gets a name keeps the correction from before, and the other way round', () => {
    expect(correctionOf(withCorrection({}, '', 150), 'kitchen')).toBe(150)
    expect(correctionOf(withCorrection({}, 'kitchen', 182), '')).toBe(182)
  })

  it('Y1 the last 20 outputs are remembered', () => {
    let corrections = {}
    for (let output = 0; output < 30; output++)
      corrections = withCorrection(corrections, `output ${output}`, output)
    expect(Object.keys(corrections)).toHaveLength(21)
    expect(correctionOf(corrections, 'output 29')).toBe(29)
    expect(correctionOf(corrections, 'output 10')).toBe(10)
    expect(correctionOf(corrections, 'output 9')).toBe(0)
  })

  it('Y1 another output uses its own correction at once', () => {
    const seen: number[] = []
    onTestFinished(() => {
      pageCorrection.set(0)
      pageCorrection.setOutput('')
    })
    pageCorrection.setOutput('kitchen')
    pageCorrection.set(182)
    const end = pageCorrection.subscribe(() => seen.push(pageCorrection.ms()))
    pageCorrection.setOutput('headphones')
    pageCorrection.setOutput('kitchen')
    pageCorrection.setOutput('kitchen')
    end()
    expect(seen).toEqual([0, 182])
  })

  it('Y1 two tabs keep the corrections of each other, and use them at once', () => {
    const key = 'output-corrections'
    const stored = () => parseCorrections(localStorage.getItem(key))
    const setInOtherTab = (output: string, ms: number) =>
      localStorage.setItem(key, JSON.stringify(withCorrection(stored(), output, ms)))
    onTestFinished(() => {
      pageCorrection.set(0)
      pageCorrection.setOutput('')
    })
    pageCorrection.setOutput('kitchen')
    pageCorrection.set(182)
    const seen: number[] = []
    onTestFinished(pageCorrection.subscribe(() => seen.push(pageCorrection.ms())))
    // The event of the other tab has not arrived yet.
    setInOtherTab('headphones', 4)
    pageCorrection.set(180)
    expect(stored()).toMatchObject({ kitchen: 180, headphones: 4 })
    setInOtherTab('kitchen', 90)
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(seen).toEqual([180, 90])
  })
})

describe('the name of the output', () => {
  const output = (deviceId: string, label: string) => ({ kind: 'audiooutput', deviceId, label })

  it('Y1 is the name of the device that the system uses, without words of the browser', () => {
    const kitchen = output('1', 'Kitchen (Bluetooth)')
    const monitor = output('2', 'Monitor')
    const microphone = { kind: 'audioinput', deviceId: 'default', label: 'Default - Microphone' }
    expect(outputNameOf([microphone, output('default', 'Standard - Monitor'), kitchen, monitor])).toBe(
      'Monitor',
    )
    expect(outputNameOf([output('default', 'Default - Other'), kitchen])).toBe('Default - Other')
    expect(outputNameOf([kitchen, monitor])).toBe('Kitchen (Bluetooth)')
  })

  it('Y1 is empty while the browser does not say it', () => {
    expect(outputNameOf([])).toBe('')
    expect(outputNameOf([output('', '')])).toBe('')
    expect(outputNameOf([output('default', ''), output('1', '')])).toBe('')
  })
})

it('Y1 keys change the correction by 1, 5 and 20 ms', () => {
  const steps = (key: string) => [stepOfKey({ key, shiftKey: false }), stepOfKey({ key, shiftKey: true })]
  expect(steps('ArrowRight')).toEqual([1, 5])
  expect(steps('ArrowUp')).toEqual([1, 5])
  expect(steps('ArrowLeft')).toEqual([-1, -5])
  expect(steps('ArrowDown')).toEqual([-1, -5])
  expect(steps('PageUp')).toEqual([20, 20])
  expect(steps('PageDown')).toEqual([-20, -20])
  expect(steps('Tab')).toEqual([null, null])
})
