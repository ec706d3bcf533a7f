import DefaultTheme from "vitepress/theme";
import "./contrast.css";
import "./tables.css";

export default DefaultTheme;
