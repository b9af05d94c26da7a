/** The library for a bundler's build; what is made of it says first where its files are. */
export { useFiles } from './host-browser.ts';
export * from './library.ts';
