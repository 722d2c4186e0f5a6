import { formatCode } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../../shared/ui/media/Logo.tsx'
import type { StagePhase } from './pairing.ts'
import { StageFrame } from '../StageFrame.tsx'
import { DEFAULT_LIGHTS } from '../cover-lights.ts'
import css from './PairingView.module.css'

type PairingViewProps = { phase: Exclude<StagePhase, { kind: 'paired' }> | { kind: 'opening' } }

/**
 * The view of a big screen that waits for a session. It shows the code of the screen, or explains why there is no
 * code (X7).
 */
export function PairingView({ phase }: PairingViewProps) {
  const { t } = useTranslation()
  return (
    <StageFrame lights={DEFAULT_LIGHTS}>
      <div className={css.pairing} role="status">
        <Logo size="calc(8 * var(--u))" />
        {phase.kind === 'waiting' && (
          <>
            <h1 className={css.heading}>{t('stage.ask')}</h1>
            <strong className={css.code} aria-label={t('stage.code')} translate="no">
              {formatCode(phase.code)}
            </strong>
            <p className={css.text}>{t('stage.steps')}</p>
          </>
        )}
        {phase.kind === 'starting' && (
          <h1 className={css.heading}>{t(phase.isAway ? 'stage.away' : 'stage.getting')}</h1>
        )}
        {phase.kind === 'opening' && <h1 className={css.heading}>{t('stage.opening')}</h1>}
        {phase.kind === 'ended' && (
          <>
            <h1 className={css.heading}>{t('stage.ended')}</h1>
            <p className={css.text}>{t('stage.endedText')}</p>
          </>
        )}
      </div>
    </StageFrame>
  )
}
