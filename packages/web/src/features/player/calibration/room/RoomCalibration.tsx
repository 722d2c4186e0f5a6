import { CALIBRATED_DEVICES } from '@jointly/contract'
import { randomId } from '../../../../shared/browser/random-id.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createListeners } from '../../../../shared/browser/listeners.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import type { PlayerClock } from '../../controller/controller-options.ts'
import { browserScheduler } from '../../sync/scheduler.ts'
import css from '../CalibrationDialog.module.css'
import { pageCorrection } from '../stored-corrections.ts'
import { watchOutput } from '../output-name.ts'
import { signedMs } from '../signed-ms.ts'
import { type CalibrationLink, followCalibrations, ownDevice } from './calibration-link.ts'
import { type RoomDevice, RoomListener, type RoomResult, type RoomState } from './listener.ts'
import { hasMicrophone, openMicrophone } from './microphone.ts'

const INSECURE_ID = 'no-microphone'

export type RoomProps = {
  ssid: string
  link: CalibrationLink
  clock: PlayerClock
  /** Returns the name of a person in the session. Null if it is not known. */
  nameOf(userId: string): string | null
}

/** Creates the `RoomListener` of a session, and closes it when the component is removed. */
function useRoomListener({ ssid, link, clock }: RoomProps) {
  const opened = useMemo(() => {
    const changes = createListeners()
    const listener = new RoomListener({
      newId: randomId,
      send: (calibration, act) => link.calibrate(ssid, calibration, act),
      serverNow: clock.now,
      scheduler: browserScheduler,
      async openMicrophone() {
        const microphone = await openMicrophone()
        // Reads the name of the output again. Some browsers name outputs only after the person has allowed the
        // microphone.
        if (typeof microphone !== 'string') watchOutput(pageCorrection.setOutput)()
        return microphone
      },
      onChange: changes.notify,
    })
    return { listener, subscribe: changes.add }
  }, [ssid, link, clock])
  useEffect(() => {
    const { listener } = opened
    const end = followCalibrations(ssid, link, listener)
    return () => {
      end()
      listener.close()
    }
  }, [opened, ssid, link])
  return { listener: opened.listener, state: useSyncExternalStore(opened.subscribe, opened.listener.state) }
}

/**
 * The part of the dialog that measures the delays of the session's devices with the microphone of this device
 * (Y5–Y8).
 */
export function RoomCalibration(props: RoomProps) {
  const { t } = useTranslation()
  const { listener, state } = useRoomListener(props)
  const trouble = 'trouble' in state ? state.trouble : null
  return (
    <section className={css.form}>
      <h3 className="heading-large">{t('calibration.room.title')}</h3>
      {state.phase === 'idle' && <p className="secondary">{t('calibration.room.text')}</p>}
      {!hasMicrophone() && (
        <p id={INSECURE_ID} className="secondary">
          {t('calibration.room.trouble.insecure')}
        </p>
      )}
      {trouble !== null && hasMicrophone() && <p role="alert">{t(`calibration.room.trouble.${trouble}`)}</p>}
      {state.phase === 'idle' ? (
        <Button
          icon="microphone"
          disabled={!hasMicrophone()}
          aria-describedby={hasMicrophone() ? undefined : INSECURE_ID}
          onClick={() => void listener.start()}
        >
          {t('calibration.room.start')}
        </Button>
      ) : (
        <Running {...props} state={state} onMeasure={listener.measure} onCancel={listener.close} />
      )}
    </section>
  )
}

type RunningProps = RoomProps & {
  state: Exclude<RoomState, { phase: 'idle' }>
  onMeasure: () => void
  onCancel: () => void
}

function Running({ state, nameOf, onMeasure, onCancel }: RunningProps) {
  const { t } = useTranslation()
  const { phase, devices } = state
  const isBusy = phase === 'listening' || phase === 'calculating'
  const ready = devices.filter((each) => each.state === 'ready').length
  const words = phase === 'gathering' ? 'gather' : phase
  return (
    <>
      <p className="secondary" role="status">
        {t(`calibration.room.${words}`)}
      </p>
      <DeviceList devices={state.phase === 'done' ? state.results : devices} nameOf={nameOf} />
      {devices.length === 0 && <p>{t('calibration.room.none')}</p>}
      {phase === 'gathering' && ready < 2 && devices.length > 0 && <p>{t('calibration.room.few')}</p>}
      {ready > CALIBRATED_DEVICES && <p>{t('calibration.room.many', { count: CALIBRATED_DEVICES })}</p>}
      <Button
        tone="primary"
        icon="microphone"
        state={isBusy ? 'loading' : 'default'}
        disabled={ready < 2}
        onClick={onMeasure}
      >
        {t(phase === 'done' ? 'calibration.room.again' : 'calibration.room.measure')}
      </Button>
      <Button size="s" onClick={onCancel}>
        {t('calibration.room.cancel')}
      </Button>
    </>
  )
}

type ListProps = { devices: readonly (RoomDevice | RoomResult)[]; nameOf: RoomProps['nameOf'] }

function DeviceList({ devices, nameOf }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul className={css.devices}>
      {devices.map((each) => (
        <li key={each.device} className={css.device}>
          <span>
            {each.device === ownDevice ? t('calibration.room.own') : (nameOf(each.by) ?? '')}
            {each.name !== '' && <small> {each.name}</small>}
          </span>
          <ResultText device={each} />
        </li>
      ))}
    </ul>
  )
}

function ResultText({ device }: { device: RoomDevice | RoomResult }) {
  const { t } = useTranslation()
  if (!('suggestion' in device)) return <small>{t(`calibration.room.state.${device.state}`)}</small>
  const { suggestion } = device
  if (typeof suggestion === 'string') return <small>{t(`calibration.room.${suggestion}`)}</small>
  if (suggestion.isReference) return <small>{t('calibration.room.reference')}</small>
  const { correctionMs, withinMs } = suggestion
  return <strong>{t('calibration.room.result', { ms: signedMs(correctionMs), within: withinMs })}</strong>
}
