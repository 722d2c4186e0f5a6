/** Creates the header of a PNG of this size, with `moreBytes` zero bytes after it. */
export function pngHead(width: number, height: number, moreBytes = 0): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    size,
    Buffer.alloc(5 + moreBytes),
  ])
}

/** Creates the header of a JPEG of this size, with another segment before the start of the frame. */
export function jpegHead(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301110002110003110000', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), frame])
}
