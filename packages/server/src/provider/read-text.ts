/**
 * Reads the body of an HTTP answer as a text.
 * @param maxBytes the maximum size after decompression
 * @throws if the body is larger; the rest is not read
 */
export async function readText(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
