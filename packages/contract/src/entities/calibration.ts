import * as z from 'zod/mini'
import { cleanedLine, EpochMs, UserId } from '../primitives.ts'

/** The id of a calibration, or of a device that takes part. A client chooses the id at random. */
export const CalibrationId = z.string().check(z.regex(/^[a-z0-9-]{12,60}$/, 'id'))

/** The most devices that one calibration measures. */
export const CALIBRATED_DEVICES = 8

/** The largest delay correction of a sound output, earlier or later, in milliseconds (Y1). */
export const LARGEST_CORRECTION_MS = 500

const CorrectionMs = z.int().check(z.gte(-LARGEST_CORRECTION_MS), z.lte(LARGEST_CORRECTION_MS))

/**
 * A device that takes part in a calibration: its name, the correction that it uses now, and whether it can play. If it
 * cannot play now, `state` is `muted` or `stopped`. If its player can never be measured, `state` is `unsupported`.
 */
export const CalibrationDevice = z.object({
  device: CalibrationId,
  name: cleanedLine(60),
  correctionMs: CorrectionMs,
  state: z.enum(['ready', 'muted', 'stopped', 'unsupported']),
})
export type CalibrationDevice = z.infer<typeof CalibrationDevice>

const Result = z.object({
  device: CalibrationId,
  correctionMs: CorrectionMs,
  withinMs: z.number().check(z.gte(0), z.lte(500)),
})
export type CalibrationResult = z.infer<typeof Result>

/**
 * What a client does in a calibration (Y5, Y6). Only the client that started the calibration (`ask`) may measure,
 * finish and cancel.
 */
export const CalibrationAct = z.discriminatedUnion('do', [
  z.object({ do: z.literal('ask') }),
  z.object({ do: z.literal('join'), device: CalibrationDevice }),
  z.object({ do: z.literal('leave'), device: CalibrationId }),
  z.object({
    do: z.literal('measure'),
    devices: z.array(CalibrationId).check(z.minLength(2), z.maxLength(CALIBRATED_DEVICES)),
  }),
  z.object({ do: z.literal('finish'), results: z.array(Result).check(z.maxLength(CALIBRATED_DEVICES)) }),
  z.object({ do: z.literal('cancel') }),
])
export type CalibrationAct = z.infer<typeof CalibrationAct>

/**
 * Why a calibration ended for a client.
 * - `busy`: another calibration was already running in the session.
 * - `limit`: the person has started too many calibrations, or the calibration has measured too often.
 * - `devices`: fewer than two of the chosen devices are ready.
 * - `cancelled`: the client that started the calibration has cancelled it, or the calibration is unknown.
 * - `left`: the client that started the calibration left the session or lost its connection.
 */
export const CalibrationEnd = z.enum(['busy', 'limit', 'devices', 'cancelled', 'left'])
export type CalibrationEnd = z.infer<typeof CalibrationEnd>

/** What happened in a calibration. */
export const CalibrationEvent = z.discriminatedUnion('do', [
  /**
   * A person has started a calibration. `isOwn`: the client belongs to the same person, so it takes part without a
   * question.
   */
  z.object({ do: z.literal('asked'), by: UserId, isOwn: z.boolean() }),
  z.object({ do: z.literal('joined'), by: UserId, device: CalibrationDevice }),
  z.object({ do: z.literal('left'), device: CalibrationId }),
  /**
   * The start of a measurement. Each device plays its chirps in time slots, which follow from its index in `devices`.
   */
  z.object({ do: z.literal('schedule'), startTime: EpochMs, devices: z.array(CalibrationId) }),
  z.object({ do: z.literal('results'), results: z.array(Result) }),
  z.object({ do: z.literal('ended'), reason: CalibrationEnd }),
])
export type CalibrationEvent = z.infer<typeof CalibrationEvent>
