// What modules find in their pages is of the kind that the page says, which types cannot know.

interface Document {
  getElementById(id: string): any;
  readonly activeElement: any;
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface SVGScriptElement {
  readonly src: string;
}

/** In a worker. */
declare function importScripts(...addresses: string[]): void;
