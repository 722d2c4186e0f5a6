export const playerScript = () => ''
