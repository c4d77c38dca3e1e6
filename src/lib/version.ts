/** Name and version, as every export carries them; a test holds it equal to package.json. */
export const VERSION = 'Complement 0.1.0';
